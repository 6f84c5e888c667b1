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
import { texts } from './texts.ts';

type OperatorRow = OperatorListQuery['operators']['nodes'][number];

const FILTERS = filtersOf({
  search: field.text(),
  role: field.oneOf(ROLES),
  disabled: field.flag(),
  order: field.oneOf(['NAME', 'LAST_SEEN_AT']),
});

const ROLE_CHOICES = ROLES.map((value) => ({ value, label: enumLabel(value) }));
const STATES = [
  { value: 'false', label: texts.state.active },
  { value: 'true', label: texts.state.disabled },
];
const ORDERS = [
  { value: 'NAME', label: texts.list.byName },
  { value: 'LAST_SEEN_AT', label: texts.list.byLastSeen },
];

/** `/admin/operators`: all operators. */
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
      title: texts.list.name,
      cell: ({ id, name }) => (
        <>
          <Visible text={name} />
          {actor === `operator:${id}` && <span className="hint"> {texts.list.you}</span>}
        </>
      ),
    },
    { title: texts.list.email, cell: ({ email }) => <Visible text={email} /> },
    { title: texts.operator.roles, cell: ({ roles }) => rolesText(roles) },
    { title: texts.operator.status, cell: (operator) => <OperatorState {...operator} /> },
    { title: texts.operator.lastSeen, cell: ({ lastSeenAt }) => <When at={lastSeenAt} ago /> },
  ];
  if (mayManage)
    columns.splice(4, 0, {
      title: texts.operator.secondFactor,
      cell: ({ secondFactors }) => secondFactors && <SecondFactors factors={secondFactors} />,
    });
  return (
    <ListScreen
      title={texts.list.title}
      lead={texts.list.lead}
      actions={mayManage && <ButtonLink to="/admin/operators/invitations/new">{texts.invitations.invite}</ButtonLink>}
      intro={<OperatorViews shown="operators" />}
      filterState={filterState}
      filters={
        <>
          <TextFilter label={texts.list.search} placeholder={texts.list.searchHint} {...bind('search')} />
          <ChoiceFilter label={texts.list.role} {...bind('role')} choices={ROLE_CHOICES} />
          <ChoiceFilter label={texts.operator.status} {...bind('disabled')} choices={STATES} />
          <ChoiceFilter label={texts.list.order} any={texts.list.newest} {...bind('order')} choices={ORDERS} />
        </>
      }
      query={query}
      rows={8}
      connectionOf={(data) => data.operators}
      emptyText={texts.list.noMatch}
      table={{ caption: texts.list.title, columns, linkTo: ({ id }) => `/admin/operators/${id}` }}
    />
  );
}
