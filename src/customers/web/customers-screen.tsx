import { CustomerListDocument, type CustomerListQuery } from '../../web/generated/customers/graphql.ts';
import { field, filtersOf, useFilters, usePage } from '../../web/kit/address.ts';
import { ButtonLink } from '../../web/kit/button-link.tsx';
import type { Column } from '../../web/kit/data-table.tsx';
import { ChoiceFilter, DayFilter, TextFilter } from '../../web/kit/filters.tsx';
import { ListScreen } from '../../web/kit/list-screen.tsx';
import { dayBegins, dayEnds } from '../../web/kit/moments.ts';
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
  const filterState = useFilters(FILTERS);
  const { filters, bind } = filterState;
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
    <ListScreen
      title="Customers"
      lead="Who pays for what is run, and how much of the month’s money is left."
      actions={mayChange && <ButtonLink to="/admin/customers/new">New customer</ButtonLink>}
      filterState={filterState}
      filters={
        <>
          <TextFilter label="Name" placeholder="Part of it" {...bind('search')} />
          <ChoiceFilter label="Plan" {...bind('plan')} choices={PLANS} />
          <ChoiceFilter label="State" {...bind('suspended')} choices={SUSPENDED} />
          <DayFilter label="Made from" {...bind('from')} />
          <DayFilter label="Made to" {...bind('to')} />
          <ChoiceFilter label="Order" any="Newest first" {...bind('order')} choices={ORDERS} />
        </>
      }
      asked={asked}
      rows={12}
      connectionOf={(data) => data.customers}
      emptyText="No customer fits these filters."
      table={{ caption: 'Customers', columns: COLUMNS, linkTo: ({ id }) => `/admin/customers/${id}` }}
    />
  );
}

function Cap({ micros }: { micros: number | null | undefined }) {
  return micros === null || micros === undefined ? <span className="hint">none</span> : <Money micros={micros} />;
}
