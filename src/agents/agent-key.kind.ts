import type { KeyKind } from '../platform/credentials/key-kind.ts';
import { Refusal } from '../platform/errors/errors.ts';
import { publish } from '../platform/events/outbox.ts';
import { mayIssueKeysFor, visibleAgents } from './agent.access.ts';
import { Agent } from './agent.entity.ts';
import { KEY_LIFETIME } from './agent.inputs.ts';
import { AgentConflict } from './agent.problems.ts';
import { scopesOf, withheldScopes } from './agent.rules.ts';
import { AgentKey } from './agent-key.entity.ts';

/** Maximum number of stored keys per agent: enough for valid keys and those that ended recently. The API returns all of them. */
export const MAX_KEYS = 50;

/** Keys of agents as a kind of API keys. */
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
  visibleOwners: ({ principal }) => visibleAgents(principal) ?? {},
  obstacle({ principal }, { owner, disabledAt }) {
    if (!mayIssueKeysFor(principal, owner)) {
      throw new Refusal(
        'FORBIDDEN',
        'This agent acts for a customer. Only that customer, or an operator with `customers:manage`, can issue its keys.',
      );
    }
    return disabledAt
      ? new AgentConflict('The agent is disabled, so its keys don’t work. Enable it first with `updateAgent`.')
      : null;
  },
  rotationObstacle({ principal }, _agent, { scopes }) {
    const withheld = withheldScopes(principal);
    const lacking = scopesOf(scopes).find((scope) => withheld.has(scope));
    return lacking
      ? new AgentConflict(`The key has the permission \`${lacking}\`, which your key lacks. Issue a key without it.`)
      : null;
  },
  events: {
    issued: (ctx, agentId, agentKeyId) => publish(ctx, 'agents.key-issued', { agentId, agentKeyId }),
    rotated: (ctx, agentId, agentKeyId, newAgentKeyId) =>
      publish(ctx, 'agents.key-rotated', { agentId, agentKeyId, newAgentKeyId }),
    revoked: (ctx, agentId, agentKeyId) => publish(ctx, 'agents.key-revoked', { agentId, agentKeyId }),
  },
};
