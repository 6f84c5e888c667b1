import type { FindActors } from '../approvals/index.ts';
import { type CustomersApi, customerIdOf } from '../customers/index.ts';
import { defineFeature } from '../feature.ts';
import type { OperatorsApi } from '../operators/index.ts';
import { ownerOf } from '../platform/auth/principal.ts';
import { Role } from '../platform/auth/roles.ts';
import { findExpiringKeys } from '../platform/credentials/key.sql.ts';
import { KeyAuthenticator } from '../platform/credentials/key-authenticator.ts';
import { KeyCache } from '../platform/credentials/key-cache.ts';
import { KeyService } from '../platform/credentials/key-service.ts';
import { keyViewer } from '../platform/credentials/key-viewer.ts';
import { ExpirationKind, expirationsOf } from '../platform/expirations/expirations.ts';
import { Agent } from './agent.entity.ts';
import { CHANGES_AGENTS } from './agent.events.ts';
import { agentNames } from './agent.names.ts';
import { agentNode, agentReads } from './agent.reads.ts';
import { AgentResolver } from './agent.resolver.ts';
import { AgentService } from './agent.service.ts';
import { AgentKey } from './agent-key.entity.ts';
import { agentKeyKind } from './agent-key.kind.ts';
import { AgentKeyResolver } from './agent-key.resolver.ts';
import { readKeyPrincipal } from './agent-key-principal.ts';
import type { AgentsApi } from './agents-api.ts';

export { callingAgentId } from './agent.principal.ts';
export type { AgentsApi } from './agents-api.ts';

interface AgentsDependencies {
  customers: CustomersApi;
  operators: Pick<OperatorsApi, 'find'>;
}

const KEYS = { table: 'agent_key', owner: 'agent' };
const EXPIRING = {
  ...KEYS,
  title: "agent.name || ': ' || key.name",
  customerId: "case when agent.owner like 'customer:%' then substr(agent.owner, 10) end",
  and: 'agent.disabled_at is null',
};

/** Feature: agents, which are programs that act for a customer or an operator. */
export const agents = defineFeature({
  name: 'agents',
  names: agentNames,
  entities: [Agent, AgentKey],
  tablePrivileges: { agent: ['INSERT', 'UPDATE'], agent_key: ['INSERT', 'UPDATE', 'DELETE'] },
  compose({ database, live }, { customers, operators }: AgentsDependencies) {
    const isActive = async (owner: string) => {
      const operatorId = operatorIdOf(owner);
      return operatorId === null || (await operators.find(operatorId))?.isDisabled === false;
    };
    const known = new KeyCache(async (digest) => {
      const principal = await readKeyPrincipal(database, digest);
      return principal && (await isActive(ownerOf(principal))) ? principal : null;
    });
    const forget = () => known.forgetAll();
    for (const type of CHANGES_AGENTS) live.observe(type, forget);
    const resolver = new AgentResolver(new AgentService(customers, forget));
    const keyResolver = new AgentKeyResolver(new KeyService(agentKeyKind, forget), (ctx, id) => resolver.find(ctx, id));
    const actors: FindActors = async ({ em }, ids) => {
      const found = await em.find(Agent, { id: { $in: [...ids] } });
      return new Map(found.map(({ id, name, owner }) => [id, { name, owner }]));
    };
    const api: AgentsApi = { find: ({ em }, id) => em.findOne(Agent, id) };
    return {
      api,
      contributions: {
        actors: { agent: actors },
        expirations: {
          agents: async ({ em }, until) =>
            expirationsOf(ExpirationKind.AGENT_KEY, await findExpiringKeys(em, EXPIRING, until)),
        },
      },
      resolvers: [resolver, keyResolver],
      nodes: {
        agent: (ctx, id) => resolver.find(ctx, id),
        agentKey: (ctx, id) => keyResolver.find(ctx, id),
      },
      nodeReads: { agent: agentNode },
      viewers: { AGENT: keyViewer(KEYS, Role.AGENT) },
      reads: agentReads,
      authenticators: [
        new KeyAuthenticator({
          database,
          prefix: agentKeyKind.prefix,
          table: KEYS.table,
          /** @throws Refusal CUSTOMER_SUSPENDED for an agent of a suspended customer */
          async find(digest) {
            const principal = await known.of(digest);
            const customerId = principal && customerIdOf(ownerOf(principal));
            if (customerId) await customers.assertActive(customerId);
            return principal;
          },
        }),
      ],
    };
  },
});

/** Id of the operator who owns an agent. Null if the owner is a customer, or an operator without a database row. */
function operatorIdOf(owner: string): string | null {
  const [kind, id = ''] = owner.split(':');
  return kind === 'operator' && id.startsWith('op_') ? id : null;
}
