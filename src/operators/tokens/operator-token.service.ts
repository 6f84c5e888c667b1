import { LockMode } from '@mikro-orm/core';
import { assertAccess } from '../../platform/auth/access.ts';
import { can, issuersOf } from '../../platform/auth/principal.ts';
import { hintOf, newToken } from '../../platform/auth/token.ts';
import type { Context } from '../../platform/context.ts';
import { digestOf } from '../../platform/encryption/secrets.ts';
import type { ValueIssue } from '../../platform/errors/errors.ts';
import { publish } from '../../platform/events/outbox.ts';
import { entityFinder } from '../../platform/graphql/reads/loaded-nodes.ts';
import { InputInvalid, NotFound } from '../../platform/graphql/schema/problem.ts';
import { faultOfScope } from '../handing-out.ts';
import { Operator } from '../operator.entity.ts';
import { OperatorConflict } from '../operator.problems.ts';
import { MAX_SCOPES, OperatorToken } from './operator-token.entity.ts';
import { DEFAULT_LIFETIME_DAYS, type IssueOperatorTokenInput, MAX_LIFETIME_DAYS } from './operator-token.inputs.ts';

/** Valid at one time, of one person. */
export const MAX_TOKENS = 50;
const MAX_NAME_LENGTH = 200;
const DAY_MS = 24 * 3_600_000;

/** With the token itself, which is given out here and nowhere else. */
export interface IssuedToken {
  operatorToken: OperatorToken;
  token: string;
}

const findToken = entityFinder(OperatorToken);

export class OperatorTokenService {
  readonly #changed: () => void;

  /** @param changed called when what is remembered of tokens is not so any more */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /**
   * Issues a token for oneself, or as an ADMIN for somebody else. It can do nothing that its issuer cannot, and of an issuer
   * who shows a token itself it lives no longer than that one.
   * @throws Refusal FORBIDDEN for who issues one for somebody else and may not
   */
  async issue(
    ctx: Context,
    input: IssueOperatorTokenInput,
  ): Promise<IssuedToken | NotFound | InputInvalid | OperatorConflict> {
    const { principal } = ctx;
    const operatorId = input.operatorId ?? principal.subjectId;
    if (operatorId === null) {
      const detail = 'Name the person as whom it counts: you are none.';
      return new InputInvalid([{ pointer: '/operatorId', detail }]);
    }
    if (operatorId !== principal.subjectId) assertAccess(principal, 'operators:manage');
    return ctx.transactional(async (inner) => {
      const { em, clock } = inner;
      // Locked, so that nobody issues another one while they are counted, and no role is taken away meanwhile.
      const operator = await em.findOne(Operator, operatorId, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!operator) return new NotFound(operatorId);
      const fault = faultOf(inner, input, operator);
      if (fault) return fault;
      if (operator.disabledAt) {
        return new OperatorConflict(
          'This person is disabled: a token of theirs would let nobody in. Enable them first.',
        );
      }
      const now = clock.now();
      if ((await em.count(OperatorToken, { operator, revokedAt: null, expiresAt: { $gt: now } })) >= MAX_TOKENS) {
        return new OperatorConflict(
          `A person has at most ${MAX_TOKENS} tokens at one time. Revoke one that is not used.`,
        );
      }
      const token = newToken('imop_');
      const asked = now.getTime() + (input.lifetimeDays ?? DEFAULT_LIFETIME_DAYS) * DAY_MS;
      const shown = principal.credential && (await em.findOne(OperatorToken, principal.credential.id));
      const operatorToken = em.create(OperatorToken, {
        operator,
        name: input.name.trim(),
        tokenHash: digestOf(token),
        hint: hintOf(token),
        scopes: [...new Set(input.scopes)].sort(),
        issuedBy: principal.actor,
        issuers: issuersOf(principal),
        expiresAt: new Date(Math.min(asked, shown?.expiresAt.getTime() ?? asked)),
        revokedAt: null,
        lastUsedAt: null,
      });
      await em.persist(operatorToken).flush();
      return { operatorToken, token };
    });
  }

  /** Takes effect with the next request, in other processes within a second. Revoking twice changes nothing. */
  async revoke(ctx: Context, id: string): Promise<OperatorToken | NotFound> {
    const result = await ctx.transactional(async (inner) => {
      const token = await inner.em.findOne(OperatorToken, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!token || !maySee(inner, token)) return new NotFound(id);
      if (token.revokedAt) return token;
      token.revokedAt = inner.clock.now();
      publish(inner, 'operators.token-revoked', { operatorId: token.operator.id, operatorTokenId: id });
      return token;
    });
    this.#changed();
    return result;
  }

  /** For `node`: one's own, and for who manages people those of everybody. */
  async find(ctx: Context, id: string): Promise<OperatorToken | null> {
    if (!can(ctx.principal, 'own-account:manage')) return null;
    const token = await findToken(ctx, id);
    return token && maySee(ctx, token) ? token : null;
  }
}

function maySee({ principal }: Context, { operator }: OperatorToken): boolean {
  return operator.id === principal.subjectId || can(principal, 'operators:manage');
}

/** Everything that is wrong with what was given; null where nothing is. */
function faultOf({ principal }: Context, input: IssueOperatorTokenInput, { roles }: Operator): InputInvalid | null {
  const issues: ValueIssue[] = [];
  const { name, scopes, lifetimeDays } = input;
  if (name.trim() === '' || name.trim().length > MAX_NAME_LENGTH) {
    issues.push({ pointer: '/name', detail: `The name has 1 to ${MAX_NAME_LENGTH} characters.` });
  }
  if (lifetimeDays != null && (lifetimeDays < 1 || lifetimeDays > MAX_LIFETIME_DAYS)) {
    issues.push({ pointer: '/lifetimeDays', detail: `A token lives 1 to ${MAX_LIFETIME_DAYS} days.` });
  }
  if (scopes.length === 0 || scopes.length > MAX_SCOPES) {
    issues.push({
      pointer: '/scopes',
      detail: `Name 1 to ${MAX_SCOPES} permissions: what it is to be used for, and no more.`,
    });
  } else {
    scopes.forEach((scope, index) => {
      const detail = faultOfScope(scope, principal, roles);
      if (detail) issues.push({ pointer: `/scopes/${index}`, detail });
    });
  }
  return issues.length > 0 ? new InputInvalid(issues) : null;
}
