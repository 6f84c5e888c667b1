import { PartnerListDocument, type PartnerListQuery } from '../../web/generated/partners/graphql.ts';
import { field, filtersOf, useFilters, usePage } from '../../web/kit/address.ts';
import { ButtonLink } from '../../web/kit/button-link.tsx';
import type { Column } from '../../web/kit/data-table.tsx';
import { ChoiceFilter, DayFilter, TextFilter } from '../../web/kit/filters.tsx';
import { ListScreen } from '../../web/kit/list-screen.tsx';
import { dayBegins, dayEnds } from '../../web/kit/moments.ts';
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
  const filterState = useFilters(FILTERS);
  const { filters, bind } = filterState;
  const { search, works, from, to, order } = filters;
  const query = useQueryOf(PartnerListDocument, {
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
    <ListScreen
      title="Partners"
      lead="Who may look at the bank through a link, without an account."
      actions={<ButtonLink to="/admin/partners/new-link">Issue a link</ButtonLink>}
      filterState={filterState}
      filters={
        <>
          <TextFilter label="Name" placeholder="Part of it" {...bind('search')} />
          <ChoiceFilter label="Links" {...bind('works')} choices={WORKS} />
          <DayFilter label="Made from" {...bind('from')} />
          <DayFilter label="Made to" {...bind('to')} />
          <ChoiceFilter
            label="Order"
            any="Newest first"
            {...bind('order')}
            choices={[{ value: 'NAME', label: 'By name' }]}
          />
        </>
      }
      query={query}
      rows={12}
      connectionOf={(data) => data.partners}
      emptyText="Nobody outside may look at the bank yet."
      noMatchText="No partner fits these filters."
      emptyAction={<ButtonLink to="/admin/partners/new-link">Issue a link</ButtonLink>}
      table={{ caption: 'Partners', columns: COLUMNS, linkTo: ({ id }) => `/admin/partners/${id}` }}
    />
  );
}
