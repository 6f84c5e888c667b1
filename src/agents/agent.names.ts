import { principalKinds } from '../platform/graphql/schema/principal-enums.ts';
import { registerNames } from '../platform/registry.ts';

export const agentNames = registerNames({
  ids: {
    agent: { prefix: 'agt', node: 'Agent' },
    agentKey: { prefix: 'agk', node: 'AgentKey' },
  },
  permissions: {
    'agents:manage': { title: 'See all agents, change them and revoke their keys', roles: ['ADMIN', 'EDITOR'] },
    'own-agents:manage': {
      title: 'Create own agents, issue and revoke their keys',
      roles: ['ADMIN', 'EDITOR', 'CUSTOMER'],
    },
    'agent:self': { title: 'Read the agent’s own record', roles: ['AGENT'] },
  },
  credentials: {
    AGENT: 'an agent key (mutation `issueAgentKey`)',
  },
});

declare module '../platform/registry.ts' {
  interface RegisteredNames {
    agents: typeof agentNames;
  }
}

declare module '../platform/auth/token.ts' {
  interface TokenPrefixes {
    imak_: true;
  }
}

principalKinds.declare('AGENT', 5, 'Agent that acts for a customer or an operator.');
