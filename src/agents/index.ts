import type { FindActors } from '../approvals/index.ts';
import type { CustomersApi } from '../customers/index.ts';
import { defineFeature } from '../feature.ts';
import type { OperatorsApi } from '../operators/index.ts';
import { EndingKind, endingsOf } from '../platform/endings/endings.ts';
import { Agent } from './agent.entity.ts';
import { CHANGES_AGENTS } from './agent.events.ts';
import { agentNames } from './agent.names.ts';
import { agentNode, agentReads } from './agent.reads.ts';
import { AgentResolver } from './agent.resolver.ts';
import { AgentService } from './agent.service.ts';
import { findExpiringKeys } from './agent.sql.ts';
import { AgentAuthenticator } from './agent-authenticator.ts';
import { AgentKey } from './agent-key.entity.ts';
import { AgentKeyResolver } from './agent-key.resolver.ts';
import { AgentKeyService } from './agent-key.service.ts';
import { agentViewer } from './agent-viewer.ts';
import type { AgentsApi } from './agents-api.ts';
import { KnownAgentKeys } from './known-agent-keys.ts';

export { agentAsking } from './agent.principal.ts';
export type { AgentsApi } from './agents-api.ts';

interface Earlier {
  customers: CustomersApi;
  operators: Pick<OperatorsApi, 'find'>;
}

/** Machines that ask for themselves, on behalf of a customer or of a person of the house. */
export const agents = defineFeature({
  name: 'agents',
  names: agentNames,
  entities: [Agent, AgentKey],
  compose({ database, live }, { customers, operators }: Earlier) {
    const known = new KnownAgentKeys(database, async (owner) => {
      const operatorId = operatorIdOf(owner);
      return operatorId === null || (await operators.find(operatorId))?.isDisabled === false;
    });
    const forget = () => known.forgetAll();
    for (const type of CHANGES_AGENTS) live.hear(type, forget);
    const resolver = new AgentResolver(new AgentService(customers, forget));
    const keyResolver = new AgentKeyResolver(new AgentKeyService(forget), (ctx, id) => resolver.find(ctx, id));
    const actors: FindActors = async ({ em }, ids) => {
      const found = await em.find(Agent, { id: { $in: [...ids] } });
      return new Map(found.map(({ id, name, owner }) => [id, { name, owner }]));
    };
    const api: AgentsApi = { find: ({ em }, id) => em.findOne(Agent, id) };
    return {
      api,
      contributions: {
        actors: { agent: actors },
        endings: {
          agents: async ({ em }, until) => endingsOf(EndingKind.AGENT_KEY, await findExpiringKeys(em, until)),
        },
      },
      resolvers: [resolver, keyResolver],
      nodes: {
        agent: (ctx, id) => resolver.find(ctx, id),
        agentKey: (ctx, id) => keyResolver.find(ctx, id),
      },
      nodeReads: { agent: agentNode },
      viewers: { AGENT: agentViewer },
      reads: agentReads,
      authenticators: [new AgentAuthenticator(known, customers, database)],
    };
  },
});

/** The id of the person that an owner is; null for a customer, and for whoever is no stored person. */
function operatorIdOf(owner: string): string | null {
  const [kind, id = ''] = owner.split(':');
  return kind === 'operator' && id.startsWith('op_') ? id : null;
}
