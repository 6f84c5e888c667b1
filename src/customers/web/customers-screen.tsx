import { Button } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { CustomerListDocument, type CustomerListQuery } from '../../web/generated/customers/graphql.ts';
import { field, filtersOf, useFilters, usePage } from '../../web/kit/address.ts';
import { ButtonLink } from '../../web/kit/button-link.tsx';
import { type Column, DataTable } from '../../web/kit/data-table.tsx';
import { ChoiceFilter, DayFilter, Filters, TextFilter } from '../../web/kit/filters.tsx';
import { dayBegins, dayEnds } from '../../web/kit/moments.ts';
import { Page } from '../../web/kit/page.tsx';
import { Empty, Shown } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { Money, wordsOf } from '../../web/kit/values.tsx';
import { useMay } from '../../web/kit/viewer.ts';
import { CustomerState } from './customer-state.tsx';
import { PLANS } from './plans.ts';

type Customer = CustomerListQuery['customers']['nodes'][number];

const FILTERS = filtersOf({
  search: field.text(),
  plan: field.oneOf(['BASE', 'PRO', 'ENTERPRISE']),
  suspended: field.flag(),
  from: field.day(),
  to: field.day(),
  order: field.oneOf(['NAME', 'UPDATED_AT']),
});

const COLUMNS: readonly Column<Customer>[] = [
  { title: 'Name', cell: ({ name }) => name },
  { title: 'Plan', cell: ({ plan }) => wordsOf(plan) },
  { title: 'State', cell: (customer) => <CustomerState {...customer} /> },
  {
    title: 'Spent this month',
    isNumber: true,
    cell: ({ thisMonth: { spentMicros, callsOfUnknownCost } }) => (
      <>
        <Money micros={spentMicros} />
        {callsOfUnknownCost > 0 && <span className="hint"> and {callsOfUnknownCost} of unknown cost</span>}
      </>
    ),
  },
  { title: 'Soft cap', isNumber: true, isMinor: true, cell: ({ softCapMicros }) => <Cap micros={softCapMicros} /> },
  {
    title: 'Hard limit',
    isNumber: true,
    isMinor: true,
    cell: ({ hardLimitMicros }) => <Cap micros={hardLimitMicros} />,
  },
];

const SUSPENDED = [
  { value: 'false', label: 'Served' },
  { value: 'true', label: 'Suspended' },
];

const ORDERS = [
  { value: 'NAME', label: 'By name' },
  { value: 'UPDATED_AT', label: 'Changed last' },
];

/** `/admin/customers`: who pays. */
export function Screen() {
  const { filters, set, isFiltered, clear } = useFilters(FILTERS);
  const { search, plan, suspended, from, to, order } = filters;
  const mayChange = useMay()('customers:manage');
  const asked = useQueryOf(CustomerListDocument, {
    filter: {
      ...(search && { search }),
      ...(plan && { plan: [plan] }),
      ...(suspended && { isSuspended: suspended === 'true' }),
      createdAfter: dayBegins(from),
      createdBefore: dayEnds(to),
    },
    ...(order && { orderBy: { field: order, direction: order === 'NAME' ? 'ASC' : 'DESC' } }),
    ...usePage(),
  });
  return (
    <Page
      title="Customers"
      lead="Who pays for what is run, and how much of the month’s money is left."
      actions={mayChange && <ButtonLink to="/admin/customers/new">New customer</ButtonLink>}
    >
      <Filters isFiltered={isFiltered} clear={clear}>
        <TextFilter label="Name" placeholder="Part of it" value={search} change={(value) => set({ search: value })} />
        <ChoiceFilter label="Plan" value={plan} choices={PLANS} change={(value) => set({ plan: value })} />
        <ChoiceFilter
          label="State"
          value={suspended}
          choices={SUSPENDED}
          change={(value) => set({ suspended: value })}
        />
        <DayFilter label="Made from" value={from} change={(value) => set({ from: value })} />
        <DayFilter label="Made to" value={to} change={(value) => set({ to: value })} />
        <ChoiceFilter
          label="Order"
          any="Newest first"
          value={order}
          choices={ORDERS}
          change={(value) => set({ order: value })}
        />
      </Filters>
      <Shown asked={asked} rows={12}>
        {({ customers: { nodes, pageInfo } }) =>
          nodes.length === 0 ? (
            <Empty
              action={
                <Button variant="default" onClick={clear}>
                  Show all
                </Button>
              }
            >
              No customer fits these filters.
            </Empty>
          ) : (
            <DataTable
              caption="Customers"
              rows={nodes}
              columns={COLUMNS}
              linkTo={({ id }) => `/admin/customers/${id}`}
              pageInfo={pageInfo}
            />
          )
        }
      </Shown>
      <Outlet />
    </Page>
  );
}

function Cap({ micros }: { micros: number | null | undefined }) {
  return micros === null || micros === undefined ? <span className="hint">none</span> : <Money micros={micros} />;
}
