import { AgentListDocument, type AgentListQuery } from '../../web/generated/agents/graphql.ts';
import { Actor, useActorNames } from '../../web/kit/actor.tsx';
import { field, filtersOf, useFilters, usePage } from '../../web/kit/address.ts';
import { ButtonLink } from '../../web/kit/button-link.tsx';
import type { Column } from '../../web/kit/data-table.tsx';
import { ChoiceFilter } from '../../web/kit/filters.tsx';
import { ListScreen } from '../../web/kit/list-screen.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { When } from '../../web/kit/values.tsx';
import { useMay, useViewer } from '../../web/kit/viewer.ts';
import { Visible } from '../../web/kit/visible-text.tsx';
import { AgentState } from './agent-state.tsx';

type Row = AgentListQuery['agents']['nodes'][number];

const FILTERS = filtersOf({ whose: field.oneOf(['mine']), disabled: field.flag(), order: field.oneOf(['NAME']) });
const OWNERS = [{ value: 'mine', label: 'Me' }];
const STATES = [
  { value: 'false', label: 'Enabled' },
  { value: 'true', label: 'Disabled' },
];
const ORDERS = [{ value: 'NAME', label: 'By name' }];
const NEW = '/admin/agents/new';

/** `/admin/agents`: machines that ask in their own name. */
export function Screen() {
  const filterState = useFilters(FILTERS);
  const { filters, bind } = filterState;
  const { whose, disabled, order } = filters;
  const { actor } = useViewer();
  const seesAll = useMay()('agents:manage');
  const asked = useQueryOf(AgentListDocument, {
    filter: {
      ...(whose === 'mine' && { owner: actor }),
      ...(disabled && { isDisabled: disabled === 'true' }),
    },
    ...(order && { orderBy: { field: order, direction: 'ASC' } }),
    ...usePage(),
  });
  const names = useActorNames(asked.data?.agents.nodes.map(({ owner }) => owner) ?? []);
  const columns: readonly Column<Row>[] = [
    { title: 'Name', cell: ({ name }) => <Visible text={name} /> },
    { title: 'Answers for it', cell: ({ owner }) => <Actor actor={owner} names={names} /> },
    { title: 'State', cell: (agent) => <AgentState {...agent} /> },
    { title: 'Last used', cell: ({ lastUsedAt }) => <When at={lastUsedAt} ago /> },
  ];
  return (
    <ListScreen
      title="Agents"
      lead="Machines that ask in their own name. Somebody answers for each, and none of them ever approves anything."
      actions={<ButtonLink to={NEW}>New agent</ButtonLink>}
      filterState={filterState}
      filters={
        <>
          {seesAll && <ChoiceFilter label="Answers for it" any="Anybody" {...bind('whose')} choices={OWNERS} />}
          <ChoiceFilter label="State" {...bind('disabled')} choices={STATES} />
          <ChoiceFilter label="Order" any="Newest first" {...bind('order')} choices={ORDERS} />
        </>
      }
      asked={asked}
      rows={8}
      connectionOf={(data) => data.agents}
      emptyText="There is no agent yet."
      noMatchText="No agent fits these filters."
      emptyAction={<ButtonLink to={NEW}>New agent</ButtonLink>}
      table={{ caption: 'Agents', columns, linkTo: ({ id }) => `/admin/agents/${id}` }}
    />
  );
}
