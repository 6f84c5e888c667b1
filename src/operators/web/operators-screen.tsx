import { OperatorListDocument, type OperatorListQuery } from '../../web/generated/operators/graphql.ts';
import { field, filtersOf, useFilters, usePage } from '../../web/kit/address.ts';
import { ButtonLink } from '../../web/kit/button-link.tsx';
import type { Column } from '../../web/kit/data-table.tsx';
import { ChoiceFilter, TextFilter } from '../../web/kit/filters.tsx';
import { ListScreen } from '../../web/kit/list-screen.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { enumLabel, When } from '../../web/kit/values.tsx';
import { useMay, useViewer } from '../../web/kit/viewer.ts';
import { Visible } from '../../web/kit/visible-text.tsx';
import { OperatorState } from './operator-state.tsx';
import { OperatorViews } from './operator-views.tsx';
import { ROLES, rolesText } from './roles.tsx';
import { SecondFactors } from './second-factors.tsx';

type OperatorRow = OperatorListQuery['operators']['nodes'][number];

const FILTERS = filtersOf({
  search: field.text(),
  role: field.oneOf(ROLES),
  disabled: field.flag(),
  order: field.oneOf(['NAME', 'LAST_SEEN_AT']),
});

const ROLE_CHOICES = ROLES.map((value) => ({ value, label: enumLabel(value) }));
const STATES = [
  { value: 'false', label: 'Let in' },
  { value: 'true', label: 'Disabled' },
];
const ORDERS = [
  { value: 'NAME', label: 'By name' },
  { value: 'LAST_SEEN_AT', label: 'Seen last' },
];

/** `/admin/operators`: everybody who runs the service. */
export function Screen() {
  const filterState = useFilters(FILTERS);
  const { filters, bind } = filterState;
  const { search, role, disabled, order } = filters;
  const { actor } = useViewer();
  const mayManage = useMay()('operators:manage');
  const query = useQueryOf(OperatorListDocument, {
    filter: {
      ...(search && { search }),
      ...(role && { roles: [role] }),
      ...(disabled && { isDisabled: disabled === 'true' }),
    },
    ...(order && { orderBy: { field: order, direction: order === 'NAME' ? 'ASC' : 'DESC' } }),
    ...usePage(),
  });
  const columns: Column<OperatorRow>[] = [
    {
      title: 'Name',
      cell: ({ id, name }) => (
        <>
          <Visible text={name} />
          {actor === `operator:${id}` && <span className="hint"> you</span>}
        </>
      ),
    },
    { title: 'Address', cell: ({ email }) => <Visible text={email} /> },
    { title: 'Roles', cell: ({ roles }) => rolesText(roles) },
    { title: 'State', cell: (operator) => <OperatorState {...operator} /> },
    { title: 'Last seen', cell: ({ lastSeenAt }) => <When at={lastSeenAt} ago /> },
  ];
  if (mayManage)
    columns.splice(4, 0, {
      title: 'Second factor',
      cell: ({ secondFactors }) => secondFactors && <SecondFactors factors={secondFactors} />,
    });
  return (
    <ListScreen
      title="Operators"
      lead="The people who run the service: who may do what, and who is let in."
      actions={mayManage && <ButtonLink to="/admin/operators/invitations/new">Invite somebody</ButtonLink>}
      intro={<OperatorViews shown="People" />}
      filterState={filterState}
      filters={
        <>
          <TextFilter label="Name or address" placeholder="Part of it" {...bind('search')} />
          <ChoiceFilter label="Role" {...bind('role')} choices={ROLE_CHOICES} />
          <ChoiceFilter label="State" {...bind('disabled')} choices={STATES} />
          <ChoiceFilter label="Order" any="Newest first" {...bind('order')} choices={ORDERS} />
        </>
      }
      query={query}
      rows={8}
      connectionOf={(data) => data.operators}
      emptyText="Nobody fits these filters."
      table={{ caption: 'Operators', columns, linkTo: ({ id }) => `/admin/operators/${id}` }}
    />
  );
}
