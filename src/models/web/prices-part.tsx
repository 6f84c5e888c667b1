import { ModelPricesDocument, type ModelPricesQuery } from '../../web/generated/models/graphql.ts';
import { field, filtersOf, useFilters } from '../../web/kit/address.ts';
import type { Column } from '../../web/kit/data-table.tsx';
import { DayFilter, TextFilter } from '../../web/kit/filters.tsx';
import { List } from '../../web/kit/list.tsx';
import { dayBegins } from '../../web/kit/moments.ts';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { When } from '../../web/kit/values.tsx';
import { texts } from './texts.ts';
import { TierPrice } from './tier-price.tsx';

type PriceRow = ModelPricesQuery['prices'][number] & { id: string };

const FILTERS = filtersOf({ deployment: field.text(), on: field.day() });

const COLUMNS: readonly Column<PriceRow>[] = [
  { title: texts.deployments.deployment, cell: ({ deployment }) => <code>{deployment.name}</code> },
  { title: texts.prices.from, cell: ({ validFrom }) => <When at={validFrom} /> },
  {
    title: texts.prices.until,
    cell: ({ validUntil }) => (validUntil ? <When at={validUntil} /> : texts.prices.furtherNotice),
  },
  {
    title: texts.prices.perMillion,
    cell: (price) => (
      <>
        <TierPrice {...price} />
        {price.peak && <div className="hint">{texts.prices.peak(price.peak.factor)}</div>}
      </>
    ),
  },
  // The source can be an address, but is shown as plain text.
  { title: texts.prices.source, isMinor: true, cell: ({ source }) => <span className="hint">{source}</span> },
];

/** Past, current and future prices of deployments, or the prices at the start of one day. */
export function PricesPart() {
  const filterState = useFilters(FILTERS);
  const { filters, bind } = filterState;
  const { deployment, on } = filters;
  const query = useQueryOf(ModelPricesDocument, { at: dayBegins(on), deployment });
  return (
    <List
      filterState={filterState}
      filters={
        <>
          <TextFilter label={texts.deployments.deployment} placeholder={texts.prices.example} {...bind('deployment')} />
          <DayFilter label={texts.prices.date} {...bind('on')} />
        </>
      }
      query={query}
      rows={16}
      connectionOf={({ prices }) => ({
        nodes: prices.map((price) => ({ ...price, id: `${price.deployment.name} ${price.validFrom}` })),
      })}
      emptyText={texts.prices.noMatch}
      table={{ caption: texts.sections.prices, columns: COLUMNS }}
    />
  );
}
