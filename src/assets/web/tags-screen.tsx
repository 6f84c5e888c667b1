import './bank.css';
import { TagListDocument, type TagListQuery } from '../../web/generated/assets/graphql.ts';
import { field, filtersOf, useFilters, usePage } from '../../web/kit/address.ts';
import type { Column } from '../../web/kit/data-table.tsx';
import { ChoiceFilter, TextFilter } from '../../web/kit/filters.tsx';
import { PageLink } from '../../web/kit/link.tsx';
import { ListScreen } from '../../web/kit/list-screen.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';

type Tag = TagListQuery['tags']['nodes'][number];

const FILTERS = filtersOf({ begins: field.text(64), order: field.oneOf(['LABEL']) });
const ORDERS = [{ value: 'LABEL', label: 'By name' }];

const COLUMNS: readonly Column<Tag>[] = [
  {
    title: 'Tag',
    cell: ({ label, aliasOf }) => (
      <PageLink to="/admin/bank" search={{ tags: aliasOf?.label ?? label }}>
        {label}
      </PageLink>
    ),
  },
  { title: 'Pictures', isNumber: true, cell: ({ assetCount }) => assetCount.toLocaleString('en') },
  {
    title: 'Also written',
    cell: ({ aliasOf, aliases }) =>
      aliasOf ? <span className="hint">stands for {aliasOf.label}</span> : aliases.map(({ label }) => label).join(', '),
  },
];

/** `/admin/bank/tags`: the words that pictures are found by. */
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
      title="Tags"
      lead="The words that pictures are found by, each with how many have it, whatever their status."
      actions={
        <PageLink to="/admin/bank" className="button-link" data-quiet>
          To the image bank
        </PageLink>
      }
      filterState={filterState}
      filters={
        <>
          <TextFilter label="Begins with" {...bind('begins')} />
          <ChoiceFilter label="Order" any="Most pictures first" {...bind('order')} choices={ORDERS} />
        </>
      }
      query={query}
      rows={20}
      connectionOf={(data) => data.tags}
      emptyText="No picture has a tag yet."
      noMatchText="No tag begins like this."
      emptyAction={<PageLink to="/admin/bank">To the image bank</PageLink>}
      table={{ caption: 'Tags', columns: COLUMNS }}
    />
  );
}
