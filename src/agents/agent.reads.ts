import DataLoader from 'dataloader';
import { can } from '../platform/auth/principal.ts';
import type { Context } from '../platform/context.ts';
import { worksSql } from '../platform/credentials/key.sql.ts';
import type { CompilableFields } from '../platform/graphql/reads/compilable-field.ts';
import { entityProjection } from '../platform/graphql/reads/entity-projection.ts';
import type { NodeRead } from '../platform/graphql/reads/node-projection.ts';
import { PageProjection } from '../platform/graphql/reads/page-projection.ts';
import { isoTime } from '../platform/graphql/reads/projection.ts';
import { RowConditions } from '../platform/graphql/reads/row-conditions.ts';
import { visibleAgents } from './agent.access.ts';
import { Agent } from './agent.entity.ts';
import type { AgentsArgs } from './agent.inputs.ts';
import { AgentKey } from './agent-key.entity.ts';

const LAST_USED = '(select max(last_used_at) from agent_key where agent_id = agent.id)';
const WORKING = `(select count(*)::int from agent_key
  where agent_id = agent.id and ${worksSql('agent_key')})`;

const agent = entityProjection(Agent, {
  fields: {
    lastUsedAt: isoTime(LAST_USED),
    workingKeyCount: WORKING,
  },
});

/** Lists the agents that the caller can see. */
export const agentPages = new PageProjection<AgentsArgs, { id: string }>({
  typeName: 'AgentConnection',
  node: agent,
  ids: 'agent',
  orders: { CREATED_AT: 'id', NAME: { sql: 'lower(agent.name)', type: 'text' } },
  createdAt: 'agent.created_at',
  filter({ filter }, { principal }) {
    const conditions: string[] = [];
    const values: unknown[] = [];
    const whose = visibleAgents(principal);
    if (whose) conditions.push(`agent.owner = $${values.push(whose.owner)}`);
    if (filter?.owner) conditions.push(`agent.owner = $${values.push(filter.owner)}`);
    if (typeof filter?.isDisabled === 'boolean') {
      conditions.push(`agent.disabled_at is ${filter.isDisabled ? 'not null' : 'null'}`);
    }
    return { conditions, values };
  },
});

/** Read of an agent by its id, for the queries `node` and `nodes`. Owners can see their agents, and an agent can see itself. */
export const agentNode: NodeRead = {
  projection: agent,
  visible({ principal }) {
    const rows = new RowConditions();
    if (can(principal, 'agent:self')) return rows.where('agent.id = $', principal.subjectId ?? '');
    if (!can(principal, 'own-agents:manage')) return null;
    const whose = visibleAgents(principal);
    return whose ? rows.where('agent.owner = $', whose.owner) : rows;
  },
};

/** Queries whose JSON PostgreSQL builds directly, without resolvers. */
export const agentReads: CompilableFields = { agents: agentPages.compilable };

/** Loads the keys of agents, newest first. An agent has at most `MAX_KEYS`. */
export const keysOfAgents = ({ em }: Context) =>
  new DataLoader<string, AgentKey[]>(
    async (ids) => {
      const keys = await em.find(AgentKey, { agent: { $in: [...ids] } }, { orderBy: { id: 'desc' } });
      const found = Map.groupBy(keys, ({ agent: { id } }) => id);
      return ids.map((id) => found.get(id) ?? []);
    },
    // Not cached, because a mutation in the same request can change keys.
    { cache: false },
  );
