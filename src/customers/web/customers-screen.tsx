import { CustomerListDocument, type CustomerListQuery } from '../../web/generated/customers/graphql.ts';
import { field, filtersOf, useFilters, usePage } from '../../web/kit/address.ts';
import { ButtonLink } from '../../web/kit/button-link.tsx';
import type { Column } from '../../web/kit/data-table.tsx';
import { ChoiceFilter, DayFilter, TextFilter } from '../../web/kit/filters.tsx';
import { ListScreen } from '../../web/kit/list-screen.tsx';
import { dayBegins, dayEnds } from '../../web/kit/moments.ts';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { enumLabel, Money } from '../../web/kit/values.tsx';
import { useMay } from '../../web/kit/viewer.ts';
import { CustomerState } from './customer-state.tsx';
import { PLANS } from './plans.ts';
import { texts } from './texts.ts';

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
  { title: texts.list.name, cell: ({ name }) => name },
  { title: texts.list.plan, cell: ({ plan }) => enumLabel(plan) },
  { title: texts.list.status, cell: (customer) => <CustomerState {...customer} /> },
  {
    title: texts.list.spent,
    isNumber: true,
    cell: ({ thisMonth: { spentMicros, callsOfUnknownCost } }) => (
      <>
        <Money micros={spentMicros} />
        {callsOfUnknownCost > 0 && <span className="hint"> {texts.list.unknownCost(callsOfUnknownCost)}</span>}
      </>
    ),
  },
  {
    title: texts.caps.soft,
    isNumber: true,
    isMinor: true,
    cell: ({ softCapMicros }) => <Cap micros={softCapMicros} />,
  },
  {
    title: texts.caps.hard,
    isNumber: true,
    isMinor: true,
    cell: ({ hardLimitMicros }) => <Cap micros={hardLimitMicros} />,
  },
];

const SUSPENDED = [
  { value: 'false', label: texts.state.active },
  { value: 'true', label: texts.state.suspended },
];

const ORDERS = [
  { value: 'NAME', label: texts.list.byName },
  { value: 'UPDATED_AT', label: texts.list.byUpdate },
];

/** Screen `/admin/customers`: accounts that pay for model calls. */
export function Screen() {
  const filterState = useFilters(FILTERS);
  const { filters, bind } = filterState;
  const { search, plan, suspended, from, to, order } = filters;
  const mayChange = useMay()('customers:manage');
  const query = useQueryOf(CustomerListDocument, {
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
      title={texts.list.title}
      lead={texts.list.lead}
      actions={mayChange && <ButtonLink to="/admin/customers/new">{texts.list.create}</ButtonLink>}
      filterState={filterState}
      filters={
        <>
          <TextFilter label={texts.list.name} placeholder={texts.list.partOfName} {...bind('search')} />
          <ChoiceFilter label={texts.list.plan} {...bind('plan')} choices={PLANS} />
          <ChoiceFilter label={texts.list.status} {...bind('suspended')} choices={SUSPENDED} />
          <DayFilter label={texts.list.createdFrom} {...bind('from')} />
          <DayFilter label={texts.list.createdTo} {...bind('to')} />
          <ChoiceFilter label={texts.list.order} any={texts.list.newest} {...bind('order')} choices={ORDERS} />
        </>
      }
      query={query}
      rows={12}
      connectionOf={(data) => data.customers}
      emptyText={texts.list.noMatch}
      table={{ caption: texts.list.title, columns: COLUMNS, linkTo: ({ id }) => `/admin/customers/${id}` }}
    />
  );
}

function Cap({ micros }: { micros: number | null | undefined }) {
  return micros === null || micros === undefined ? (
    <span className="hint">{texts.caps.none}</span>
  ) : (
    <Money micros={micros} />
  );
}
