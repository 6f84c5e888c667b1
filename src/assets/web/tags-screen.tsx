import './bank.css';
import { Button, NativeSelect } from '@mantine/core';
import { TagListDocument, type TagListQuery } from '../../web/generated/assets/graphql.ts';
import { field, filtersOf, useFilters, usePage } from '../../web/kit/address.ts';
import { type Column, DataTable } from '../../web/kit/data-table.tsx';
import { Filters, TextFilter } from '../../web/kit/filters.tsx';
import { PageLink } from '../../web/kit/link.tsx';
import { Page } from '../../web/kit/page.tsx';
import { Empty, Shown } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';

type Tag = TagListQuery['tags']['nodes'][number];

const FILTERS = filtersOf({ begins: field.text(64), order: field.oneOf(['LABEL']) });
const ORDERS = [
  { value: '', label: 'Most pictures first' },
  { value: 'LABEL', label: 'By name' },
];

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
  const { filters, set, isFiltered, clear } = useFilters(FILTERS);
  const { begins, order } = filters;
  const asked = useQueryOf(TagListDocument, {
    filter: begins ? { beginsWith: begins } : undefined,
    orderBy: order ? ({ field: 'LABEL', direction: 'ASC' } as const) : undefined,
    ...usePage(50),
  });
  return (
    <Page
      title="Tags"
      lead="The words that pictures are found by, each with how many have it, whatever their status."
      actions={
        <PageLink to="/admin/bank" className="button-link" data-quiet>
          To the image bank
        </PageLink>
      }
    >
      <Filters isFiltered={isFiltered} clear={clear}>
        <TextFilter label="Begins with" value={begins} change={(value) => set({ begins: value })} />
        <NativeSelect
          label="Order"
          value={order ?? ''}
          data={ORDERS}
          onChange={(event) => set({ order: event.currentTarget.value || null })}
        />
      </Filters>
      <Shown asked={asked} rows={20}>
        {({ tags: { nodes, pageInfo } }) =>
          nodes.length === 0 ? (
            <Empty
              action={
                isFiltered ? (
                  <Button variant="default" onClick={clear}>
                    Show all
                  </Button>
                ) : (
                  <PageLink to="/admin/bank">To the image bank</PageLink>
                )
              }
            >
              {isFiltered ? 'No tag begins like this.' : 'No picture has a tag yet.'}
            </Empty>
          ) : (
            <DataTable caption="Tags" rows={nodes} columns={COLUMNS} pageInfo={pageInfo} />
          )
        }
      </Shown>
    </Page>
  );
}
