import { Button } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { AgentListDocument, type AgentListQuery } from '../../web/generated/agents/graphql.ts';
import { Actor, useActorNames } from '../../web/kit/actor.tsx';
import { field, filtersOf, useFilters, usePage } from '../../web/kit/address.ts';
import { ButtonLink } from '../../web/kit/button-link.tsx';
import { type Column, DataTable } from '../../web/kit/data-table.tsx';
import { ChoiceFilter, Filters } from '../../web/kit/filters.tsx';
import { Page } from '../../web/kit/page.tsx';
import { Empty, Shown } from '../../web/kit/states.tsx';
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
  const { filters, set, isFiltered, clear } = useFilters(FILTERS);
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
    <Page
      title="Agents"
      lead="Machines that ask in their own name. Somebody answers for each, and none of them ever approves anything."
      actions={<ButtonLink to={NEW}>New agent</ButtonLink>}
    >
      <Filters isFiltered={isFiltered} clear={clear}>
        {seesAll && (
          <ChoiceFilter
            label="Answers for it"
            any="Anybody"
            value={whose}
            choices={OWNERS}
            change={(value) => set({ whose: value })}
          />
        )}
        <ChoiceFilter label="State" value={disabled} choices={STATES} change={(value) => set({ disabled: value })} />
        <ChoiceFilter
          label="Order"
          any="Newest first"
          value={order}
          choices={ORDERS}
          change={(value) => set({ order: value })}
        />
      </Filters>
      <Shown asked={asked} rows={8}>
        {({ agents: { nodes, pageInfo } }) =>
          nodes.length === 0 ? (
            <Empty
              action={
                isFiltered ? (
                  <Button variant="default" onClick={clear}>
                    Show all
                  </Button>
                ) : (
                  <ButtonLink to={NEW}>New agent</ButtonLink>
                )
              }
            >
              {isFiltered ? 'No agent fits these filters.' : 'There is no agent yet.'}
            </Empty>
          ) : (
            <DataTable
              caption="Agents"
              rows={nodes}
              columns={columns}
              linkTo={({ id }) => `/admin/agents/${id}`}
              pageInfo={pageInfo}
            />
          )
        }
      </Shown>
      <Outlet />
    </Page>
  );
}
