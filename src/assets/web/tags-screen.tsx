import './bank.css';
import { TagListDocument, type TagListQuery } from '../../web/generated/assets/graphql.ts';
import { field, filtersOf, useFilters, usePage } from '../../web/kit/address.ts';
import type { Column } from '../../web/kit/data-table.tsx';
import { ChoiceFilter, TextFilter } from '../../web/kit/filters.tsx';
import { PageLink } from '../../web/kit/link.tsx';
import { ListScreen } from '../../web/kit/list-screen.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { texts } from './texts.ts';

type Tag = TagListQuery['tags']['nodes'][number];

const FILTERS = filtersOf({ begins: field.text(64), order: field.oneOf(['LABEL']) });
const ORDERS = [{ value: 'LABEL', label: texts.tags.byName }];

const COLUMNS: readonly Column<Tag>[] = [
  {
    title: texts.tags.tag,
    cell: ({ label, aliasOf }) => (
      <PageLink to="/admin/bank" search={{ tags: aliasOf?.label ?? label }}>
        {label}
      </PageLink>
    ),
  },
  { title: texts.tags.pictures, isNumber: true, cell: ({ assetCount }) => assetCount.toLocaleString('en') },
  {
    title: texts.tags.aliases,
    cell: ({ aliasOf, aliases }) =>
      aliasOf ? (
        <span className="hint">{texts.tags.aliasOf(aliasOf.label)}</span>
      ) : (
        aliases.map(({ label }) => label).join(', ')
      ),
  },
];

/** Screen `/admin/bank/tags`: a list of all tags. */
export function Screen() {
  const filterState = useFilters(FILTERS);
  const { filters, bind } = filterState;
  const { begins, order } = filters;
  const query = useQueryOf(TagListDocument, {
    filter: begins ? { beginsWith: begins } : undefined,
    orderBy: order ? ({ field: 'LABEL', direction: 'ASC' } as const) : undefined,
    ...usePage(40),
  });
  return (
    <ListScreen
      title={texts.common.tags}
      lead={texts.tags.lead}
      actions={
        <PageLink to="/admin/bank" className="button-link" data-quiet>
          {texts.bank.show}
        </PageLink>
      }
      filterState={filterState}
      filters={
        <>
          <TextFilter label={texts.tags.beginsWith} {...bind('begins')} />
          <ChoiceFilter label={texts.filters.order} any={texts.tags.byCount} {...bind('order')} choices={ORDERS} />
        </>
      }
      query={query}
      rows={20}
      connectionOf={(data) => data.tags}
      emptyText={texts.tags.empty}
      noMatchText={texts.tags.noMatch}
      emptyAction={<PageLink to="/admin/bank">{texts.bank.show}</PageLink>}
      table={{ caption: texts.common.tags, columns: COLUMNS }}
    />
  );
}
