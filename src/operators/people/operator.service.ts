import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../platform/context.ts';
import { Refusal } from '../../platform/errors/errors.ts';
import { publish } from '../../platform/events/outbox.ts';
import { InputInvalid, NotFound } from '../../platform/graphql/schema/problem.ts';
import { assertMayHandOut } from '../grantable-permissions.ts';
import { revokeInvitationsBy } from '../invitations/operator-invitation.sql.ts';
import { Operator, OperatorRole } from '../operator.entity.ts';
import { lastAdmin, OperatorChanged, type OperatorConflict } from '../operator.problems.ts';
import { lockPeople, readAbleAdmins } from '../operator.sql.ts';
import { deleteSessions } from '../sign-in.sql.ts';
import type { ChangeOperatorRolesInput, DisableOperatorInput, EnableOperatorInput } from './operator.inputs.ts';

export type OperatorRefusal = NotFound | InputInvalid | OperatorChanged | OperatorConflict;

/** Who may do what, and who is let in. */
export class OperatorService {
  readonly #changed: () => void;

  /** @param changed called when what is remembered of people is not so any more */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Holds from the next request on, in other processes within a second. */
  changeRoles(ctx: Context, input: ChangeOperatorRolesInput): Promise<Operator | OperatorRefusal> {
    const roles = Object.values(OperatorRole).filter((role) => input.roles.includes(role));
    return this.#change(ctx, input, async (inner, operator) => {
      if (roles.length === 0) {
        const detail = 'Name one role at least. Who is to do nothing any more is disabled.';
        return new InputInvalid([{ pointer: '/roles', detail }]);
      }
      const added = roles.filter((role) => !operator.roles.includes(role));
      assertMayGive(inner, operator, added);
      if (!roles.includes('ADMIN') && (await isLastAdmin(inner.em, operator))) return lastAdmin();
      if (!roles.includes('ADMIN') && operator.roles.includes('ADMIN')) await takeInvitationsBack(inner, operator.id);
      operator.roles = roles;
      return null;
    });
  }

  /** Ends the sessions of this person, and whatever else they show is refused: at once, in other processes within a second. */
  disable(ctx: Context, input: DisableOperatorInput): Promise<Operator | OperatorRefusal> {
    return this.#change(ctx, input, async (inner, operator) => {
      if (operator.disabledAt) return null;
      if (await isLastAdmin(inner.em, operator)) return lastAdmin();
      operator.disabledAt = inner.clock.now();
      await deleteSessions(inner.em, operator.id);
      await takeInvitationsBack(inner, operator.id);
      return null;
    });
  }

  /** Lets this person sign in again. Tokens that were not revoked work again; sessions do not. */
  enable(ctx: Context, input: EnableOperatorInput): Promise<Operator | OperatorRefusal> {
    return this.#change(ctx, input, async (inner, operator) => {
      if (!operator.disabledAt) return null;
      assertMayGive(inner, operator, operator.roles);
      operator.disabledAt = null;
      return null;
    });
  }

  /** @param deed what is done to the person while nobody else does anything to people; a refusal undoes it */
  async #change(
    ctx: Context,
    { operatorId, expectedVersion }: { operatorId: string; expectedVersion?: number | null },
    deed: (inner: Context, operator: Operator) => Promise<OperatorRefusal | null>,
  ): Promise<Operator | OperatorRefusal> {
    const result = await ctx.transactional(async (inner): Promise<Operator | OperatorRefusal> => {
      await lockPeople(inner.em);
      const operator = await inner.em.findOne(Operator, operatorId, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!operator) return new NotFound(operatorId);
      if (expectedVersion !== undefined && expectedVersion !== null && expectedVersion !== operator.version) {
        return new OperatorChanged(operator.version);
      }
      const refusal = await deed(inner, operator);
      if (refusal) return refusal;
      operator.version += 1;
      operator.updatedAt = inner.clock.now();
      publish(inner, 'operators.changed', { operatorId });
      return operator;
    });
    this.#changed();
    return result;
  }
}

/** Whether nobody else could administer: who is enabled, and has a way to sign in. Within the turn. */
async function isLastAdmin(em: EntityManager, { id, roles, disabledAt }: Operator): Promise<boolean> {
  if (!roles.includes('ADMIN') || disabledAt) return false;
  const able = await readAbleAdmins(em);
  return able.includes(id) && able.length === 1;
}

/** @throws Refusal FORBIDDEN for who gives roles to themselves, or more than they may do. */
function assertMayGive({ principal }: Context, { id }: Operator, roles: readonly OperatorRole[]): void {
  // What one has is not to be got from oneself, whatever one shows: only from another.
  if (principal.subjectId === id && roles.length > 0) {
    throw new Refusal('FORBIDDEN', 'Nobody gives roles to themselves. Ask another ADMIN.');
  }
  assertMayHandOut(principal, roles);
}

/** The links that this person has made lead nowhere any more. */
async function takeInvitationsBack({ em }: Context, operatorId: string): Promise<void> {
  await revokeInvitationsBy(em, `operator:${operatorId}`);
}
