import type { KeyKind } from '../platform/credentials/key-kind.ts';
import { Refusal } from '../platform/errors/errors.ts';
import { publish } from '../platform/events/outbox.ts';
import { mayIssueKeysFor, whoseAgents } from './agent.access.ts';
import { Agent } from './agent.entity.ts';
import { KEY_LIFETIME } from './agent.inputs.ts';
import { AgentConflict } from './agent.problems.ts';
import { AgentKey } from './agent-key.entity.ts';

/** Rows of one agent: enough for working keys and those that ended lately. As many are shown. */
export const MAX_KEYS = 50;

/** Keys of agents. */
export const agentKeyKind: KeyKind<AgentKey, Agent, AgentConflict> = {
  idKind: 'agentKey',
  prefix: 'imak_',
  entity: AgentKey,
  ownerEntity: Agent,
  owner: 'agent',
  lifetime: KEY_LIFETIME,
  most: MAX_KEYS,
  deletesEnded: true,
  passedOn: ['scopes'],
  words: { owner: 'An agent', key: 'key' },
  conflict: (message) => new AgentConflict(message),
  visibleOwners: ({ principal }) => whoseAgents(principal) ?? {},
  obstacle({ principal }, { owner, disabledAt }) {
    if (!mayIssueKeysFor(principal, owner)) {
      throw new Refusal(
        'FORBIDDEN',
        'Keys of a customer’s agent are issued by that customer, or by an operator who may issue keys of the customer.',
      );
    }
    return disabledAt
      ? new AgentConflict('The agent is disabled, so its keys don’t work. Enable it first with `changeAgent`.')
      : null;
  },
  events: {
    issued: (ctx, agentId, agentKeyId) => publish(ctx, 'agents.key-issued', { agentId, agentKeyId }),
    rotated: (ctx, agentId, agentKeyId, newAgentKeyId) =>
      publish(ctx, 'agents.key-rotated', { agentId, agentKeyId, newAgentKeyId }),
    revoked: (ctx, agentId, agentKeyId) => publish(ctx, 'agents.key-revoked', { agentId, agentKeyId }),
  },
};
