import { LockMode } from '@mikro-orm/core';
import { issuersOf } from '../platform/auth/principal.ts';
import { hintOf, newToken } from '../platform/auth/token.ts';
import type { Context } from '../platform/context.ts';
import { digestOf } from '../platform/encryption/secrets.ts';
import { Refusal } from '../platform/errors/errors.ts';
import { publish } from '../platform/events/outbox.ts';
import { type InputInvalid, NotFound } from '../platform/graphql/schema/problem.ts';
import { newId } from '../platform/ids.ts';
import type { Permission } from '../platform/names.ts';
import { mayIssueKeysFor, whoseAgents } from './agent.access.ts';
import { Agent } from './agent.entity.ts';
import { DEFAULT_LIFETIME_DAYS, type IssueAgentKeyInput } from './agent.inputs.ts';
import { AgentConflict } from './agent.problems.ts';
import { faultOf } from './agent.rules.ts';
import { AgentKey } from './agent-key.entity.ts';

/** Rows of one agent: enough for keys in force and those that took each other's place lately. As many as are shown. */
export const MAX_KEYS = 50;
const DAY_MS = 24 * 3_600_000;

/** A key with its token, which is given out here and nowhere else. */
export interface IssuedKey {
  key: AgentKey;
  token: string;
}

export class AgentKeyService {
  readonly #changed: () => void;

  /** @param changed called when what is remembered of keys is not so any more */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Others of the agent go on working: so one takes the place of another. */
  async issue(ctx: Context, input: IssueAgentKeyInput): Promise<IssuedKey | NotFound | InputInvalid | AgentConflict> {
    const fault = faultOf(input);
    if (fault) return fault;
    return ctx.transactional(async (inner) => {
      const which = { id: input.agentId, ...whoseAgents(ctx.principal) };
      // Locked, so that nobody issues another one while the keys are counted.
      const agent = await inner.em.findOne(Agent, which, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!agent) return new NotFound(input.agentId);
      if (!mayIssueKeysFor(ctx.principal, agent.owner)) {
        throw new Refusal(
          'FORBIDDEN',
          'Keys of a customer’s agent are issued by that customer, or by who may issue keys of the customer.',
        );
      }
      if (agent.disabledAt) {
        return new AgentConflict('The agent is disabled: none of its keys works. Enable it first with `changeAgent`.');
      }
      if (!(await makeRoom(inner, agent))) {
        return new AgentConflict(`An agent has at most ${MAX_KEYS} keys at one time. Revoke one that is not used.`);
      }
      const id = newId('agentKey');
      const token = newToken('imak_');
      const key = inner.em.create(AgentKey, {
        id,
        agent,
        name: input.name.trim(),
        tokenHash: digestOf(token),
        hint: hintOf(token),
        scopes: input.scopes ? ([...new Set(input.scopes)] as Permission[]) : null,
        createdBy: ctx.principal.actor,
        issuers: issuersOf(ctx.principal),
        expiresAt: new Date(ctx.clock.now().getTime() + (input.lifetimeDays ?? DEFAULT_LIFETIME_DAYS) * DAY_MS),
        revokedAt: null,
        lastUsedAt: null,
      });
      await inner.em.persist(key).flush();
      publish(inner, 'agents.key-issued', { agentId: agent.id, agentKeyId: id });
      return { key, token };
    });
  }

  /** Takes effect with the next request, in other processes within a second. Revoking twice changes nothing. */
  async revoke(ctx: Context, id: string): Promise<AgentKey | NotFound> {
    const result = await ctx.transactional(async (inner) => {
      const key = await inner.em.findOne(AgentKey, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
      const whose = whoseAgents(ctx.principal);
      const agent = key && (await inner.em.findOne(Agent, { id: key.agent.id, ...whose }));
      if (!key || !agent) return new NotFound(id);
      if (key.revokedAt) return key;
      key.revokedAt = ctx.clock.now();
      publish(inner, 'agents.key-revoked', { agentId: agent.id, agentKeyId: id });
      return key;
    });
    this.#changed();
    return result;
  }
}

/** Forgets the keys that ended first, as far as it takes. @returns whether there is room for one more */
async function makeRoom({ em, clock }: Context, agent: Agent): Promise<boolean> {
  const keys = await em.find(AgentKey, { agent }, { orderBy: { id: 'asc' } });
  const ended = keys.filter(({ revokedAt, expiresAt }) => revokedAt !== null || expiresAt <= clock.now());
  const tooMany = keys.length - (MAX_KEYS - 1);
  if (tooMany > ended.length) return false;
  for (const key of ended.slice(0, Math.max(0, tooMany))) em.remove(key);
  return true;
}
