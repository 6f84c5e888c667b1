import { Button } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { PartnerListDocument, type PartnerListQuery } from '../../web/generated/partners/graphql.ts';
import { field, filtersOf, useFilters, usePage } from '../../web/kit/address.ts';
import { ButtonLink } from '../../web/kit/button-link.tsx';
import { type Column, DataTable } from '../../web/kit/data-table.tsx';
import { ChoiceFilter, DayFilter, Filters, TextFilter } from '../../web/kit/filters.tsx';
import { dayBegins, dayEnds } from '../../web/kit/moments.ts';
import { Page } from '../../web/kit/page.tsx';
import { Empty, Shown } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { When } from '../../web/kit/values.tsx';

type Partner = PartnerListQuery['partners']['nodes'][number];

const FILTERS = filtersOf({
  search: field.text(),
  works: field.flag(),
  from: field.day(),
  to: field.day(),
  order: field.oneOf(['NAME']),
});

const COLUMNS: readonly Column<Partner>[] = [
  { title: 'Name', cell: ({ name }) => name },
  { title: 'Made', cell: ({ createdAt }) => <When at={createdAt} /> },
];

const WORKS = [
  { value: 'true', label: 'One that works' },
  { value: 'false', label: 'None that works' },
];

/** `/admin/partners`: who may read the bank through a link. */
export function Screen() {
  const { filters, set, isFiltered, clear } = useFilters(FILTERS);
  const { search, works, from, to, order } = filters;
  const asked = useQueryOf(PartnerListDocument, {
    filter: {
      ...(search && { search }),
      ...(works && { hasWorkingToken: works === 'true' }),
      createdAfter: dayBegins(from),
      createdBefore: dayEnds(to),
    },
    ...(order && { orderBy: { field: order, direction: 'ASC' } }),
    ...usePage(),
  });
  return (
    <Page
      title="Partners"
      lead="Who may look at the bank through a link, without an account."
      actions={<ButtonLink to="/admin/partners/new-link">Issue a link</ButtonLink>}
    >
      <Filters isFiltered={isFiltered} clear={clear}>
        <TextFilter label="Name" placeholder="Part of it" value={search} change={(value) => set({ search: value })} />
        <ChoiceFilter label="Links" value={works} choices={WORKS} change={(value) => set({ works: value })} />
        <DayFilter label="Made from" value={from} change={(value) => set({ from: value })} />
        <DayFilter label="Made to" value={to} change={(value) => set({ to: value })} />
        <ChoiceFilter
          label="Order"
          any="Newest first"
          value={order}
          choices={[{ value: 'NAME', label: 'By name' }]}
          change={(value) => set({ order: value })}
        />
      </Filters>
      <Shown asked={asked} rows={12}>
        {({ partners: { nodes, pageInfo } }) =>
          nodes.length === 0 ? (
            <Empty
              action={
                isFiltered ? (
                  <Button variant="default" onClick={clear}>
                    Show all
                  </Button>
                ) : (
                  <ButtonLink to="/admin/partners/new-link">Issue a link</ButtonLink>
                )
              }
            >
              {isFiltered ? 'No partner fits these filters.' : 'Nobody outside may look at the bank yet.'}
            </Empty>
          ) : (
            <DataTable
              caption="Partners"
              rows={nodes}
              columns={COLUMNS}
              linkTo={({ id }) => `/admin/partners/${id}`}
              pageInfo={pageInfo}
            />
          )
        }
      </Shown>
      <Outlet />
    </Page>
  );
}
