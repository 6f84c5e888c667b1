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
import { texts } from './texts.ts';

type AgentRow = AgentListQuery['agents']['nodes'][number];

const FILTERS = filtersOf({ whose: field.oneOf(['mine']), disabled: field.flag(), order: field.oneOf(['NAME']) });
const OWNERS = [{ value: 'mine', label: texts.list.me }];
const STATES = [
  { value: 'false', label: texts.list.enabled },
  { value: 'true', label: texts.list.disabled },
];
const ORDERS = [{ value: 'NAME', label: texts.list.byName }];
const NEW = '/admin/agents/new';

/** Screen `/admin/agents`: programs that can request approvals. */
export function Screen() {
  const filterState = useFilters(FILTERS);
  const { filters, bind } = filterState;
  const { whose, disabled, order } = filters;
  const { actor } = useViewer();
  const seesAll = useMay()('agents:manage');
  const query = useQueryOf(AgentListDocument, {
    filter: {
      ...(whose === 'mine' && { owner: actor }),
      ...(disabled && { isDisabled: disabled === 'true' }),
    },
    ...(order && { orderBy: { field: order, direction: 'ASC' } }),
    ...usePage(),
  });
  const names = useActorNames(query.data?.agents.nodes.map(({ owner }) => owner) ?? []);
  const columns: readonly Column<AgentRow>[] = [
    { title: texts.list.name, cell: ({ name }) => <Visible text={name} /> },
    { title: texts.list.owner, cell: ({ owner }) => <Actor actor={owner} names={names} /> },
    { title: texts.list.status, cell: (agent) => <AgentState {...agent} /> },
    { title: texts.list.lastUsed, cell: ({ lastUsedAt }) => <When at={lastUsedAt} ago /> },
  ];
  return (
    <ListScreen
      title={texts.list.title}
      lead={texts.list.lead}
      actions={<ButtonLink to={NEW}>{texts.list.create}</ButtonLink>}
      filterState={filterState}
      filters={
        <>
          {seesAll && (
            <ChoiceFilter label={texts.list.owner} any={texts.list.anyOwner} {...bind('whose')} choices={OWNERS} />
          )}
          <ChoiceFilter label={texts.list.status} {...bind('disabled')} choices={STATES} />
          <ChoiceFilter label={texts.list.order} any={texts.list.newest} {...bind('order')} choices={ORDERS} />
        </>
      }
      query={query}
      rows={8}
      connectionOf={(data) => data.agents}
      emptyText={texts.list.empty}
      noMatchText={texts.list.noMatch}
      emptyAction={<ButtonLink to={NEW}>{texts.list.create}</ButtonLink>}
      table={{ caption: texts.list.title, columns, linkTo: ({ id }) => `/admin/agents/${id}` }}
    />
  );
}
