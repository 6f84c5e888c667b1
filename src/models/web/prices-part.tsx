import { ModelPricesDocument, type ModelPricesQuery } from '../../web/generated/models/graphql.ts';
import { field, filtersOf, useFilters } from '../../web/kit/address.ts';
import type { Column } from '../../web/kit/data-table.tsx';
import { DayFilter, TextFilter } from '../../web/kit/filters.tsx';
import { List } from '../../web/kit/list.tsx';
import { dayBegins } from '../../web/kit/moments.ts';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { When } from '../../web/kit/values.tsx';
import { TierPrice } from './tier-price.tsx';

type PriceRow = ModelPricesQuery['prices'][number] & { id: string };

const FILTERS = filtersOf({ deployment: field.text(), on: field.day() });

const COLUMNS: readonly Column<PriceRow>[] = [
  { title: 'Deployment', cell: ({ deployment }) => <code>{deployment.name}</code> },
  { title: 'From', cell: ({ validFrom }) => <When at={validFrom} /> },
  { title: 'Until', cell: ({ validUntil }) => (validUntil ? <When at={validUntil} /> : 'further notice') },
  {
    title: 'A million tokens',
    cell: (price) => (
      <>
        <TierPrice {...price} />
        {price.peak && <div className="hint">{price.peak.factor} times as much at peak hours</div>}
      </>
    ),
  },
  // As it was given: it may be an address, and is shown as text.
  { title: 'Source', isMinor: true, cell: ({ source }) => <span className="hint">{source}</span> },
];

/** What deployments cost, past and to come, or on a day. */
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
          <TextFilter label="Deployment" placeholder="openai/gpt-6.1-sol" {...bind('deployment')} />
          <DayFilter label="On the day" {...bind('on')} />
        </>
      }
      query={query}
      rows={16}
      connectionOf={({ prices }) => ({
        nodes: prices.map((price) => ({ ...price, id: `${price.deployment.name} ${price.validFrom}` })),
      })}
      emptyText="The catalogue knows no such price."
      table={{ caption: 'Prices', columns: COLUMNS }}
    />
  );
}
