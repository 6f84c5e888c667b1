import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../platform/context.ts';
import { Refusal } from '../../platform/errors/errors.ts';
import { publish } from '../../platform/events/outbox.ts';
import { InputInvalid, NotFound } from '../../platform/graphql/schema/problem.ts';
import type { Accounts } from '../codes/accounts.ts';
import { assertCanGrant } from '../grantable-permissions.ts';
import { revokeInvitationsBy } from '../invitations/operator-invitation.sql.ts';
import { Operator, OperatorRole } from '../operator.entity.ts';
import { lastAdmin, OperatorChanged, type OperatorConflict } from '../operator.problems.ts';
import { lockPeople, readActiveAdminIds } from '../operator.sql.ts';
import { deleteSessions } from '../sign-in.sql.ts';
import type { DisableOperatorInput, EnableOperatorInput, UpdateOperatorRolesInput } from './operator.inputs.ts';

export type OperatorRefusal = NotFound | InputInvalid | OperatorChanged | OperatorConflict;

/** Changes roles of operators, and disables and enables operators. */
export class OperatorService {
  readonly #accounts: Accounts;
  readonly #onChange: () => void;

  /** @param onChange called after a change, because cached operators may be outdated */
  constructor(accounts: Accounts, onChange: () => void) {
    this.#accounts = accounts;
    this.#onChange = onChange;
  }

  /** Changes the roles of an operator. Takes effect with the next request, in other processes within a second. */
  changeRoles(ctx: Context, input: UpdateOperatorRolesInput): Promise<Operator | OperatorRefusal> {
    const roles = Object.values(OperatorRole).filter((role) => input.roles.includes(role));
    return this.#change(ctx, input, async (inner, operator) => {
      if (roles.length === 0) {
        const detail = 'Give at least one role. To remove all access, disable the operator.';
        return new InputInvalid([{ pointer: '/roles', detail }]);
      }
      const added = roles.filter((role) => !operator.roles.includes(role));
      assertMayGive(inner, operator, added);
      if (!roles.includes('ADMIN') && (await isLastAdmin(inner.em, operator))) return lastAdmin();
      if (!roles.includes('ADMIN') && operator.roles.includes('ADMIN')) await revokeInvitationsOf(inner, operator.id);
      operator.roles = roles;
      return null;
    });
  }

  /**
   * Disables an operator: ends the sessions, refuses the tokens, and revokes the open invitations that the operator created.
   * Takes effect in this process at once, in others within a second.
   */
  disable(ctx: Context, input: DisableOperatorInput): Promise<Operator | OperatorRefusal> {
    return this.#change(ctx, input, async (inner, operator) => {
      if (operator.disabledAt) return null;
      if (await isLastAdmin(inner.em, operator)) return lastAdmin();
      operator.disabledAt = inner.clock.now();
      await deleteSessions(inner.em, operator.id);
      await revokeInvitationsOf(inner, operator.id);
      return null;
    });
  }

  /** Enables an operator. Tokens that weren’t revoked work again; sessions don’t. */
  enable(ctx: Context, input: EnableOperatorInput): Promise<Operator | OperatorRefusal> {
    return this.#change(ctx, input, async (inner, operator) => {
      if (!operator.disabledAt) return null;
      assertMayGive(inner, operator, operator.roles);
      operator.disabledAt = null;
      return null;
    });
  }

  /**
   * Changes an operator while no other change of operators runs.
   * @param change changes roles or state of the operator; if it returns a problem, the version stays and no event is published
   * @throws Refusal ACCOUNT_NOT_PROVEN if the operator was changed outside of the service
   */
  async #change(
    ctx: Context,
    { operatorId, ifVersion }: { operatorId: string; ifVersion?: number | null },
    change: (inner: Context, operator: Operator) => Promise<OperatorRefusal | null>,
  ): Promise<Operator | OperatorRefusal> {
    const result = await ctx.transactional(async (inner): Promise<Operator | OperatorRefusal> => {
      await lockPeople(inner.em);
      const operator = await inner.em.findOne(Operator, operatorId, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!operator) return new NotFound(operatorId);
      if (ifVersion !== undefined && ifVersion !== null && ifVersion !== operator.version) {
        return new OperatorChanged(operator.version);
      }
      const account = await this.#accounts.lock(inner.em, operatorId);
      const refusal = await change(inner, operator);
      if (refusal || !account) return refusal ?? new NotFound(operatorId);
      operator.version += 1;
      operator.updatedAt = inner.clock.now();
      await inner.em.flush();
      const { roles, disabledAt, version } = operator;
      await this.#accounts.storeCode(inner.em, { ...account, roles, version, isDisabled: disabledAt !== null });
      publish(inner, 'operators.changed', { operatorId });
      return operator;
    });
    this.#onChange();
    return result;
  }
}

/** True if this operator is the only enabled ADMIN who can sign in. Called while changes of operators are locked. */
async function isLastAdmin(em: EntityManager, { id, roles, disabledAt }: Operator): Promise<boolean> {
  if (!roles.includes('ADMIN') || disabledAt) return false;
  const able = await readActiveAdminIds(em);
  return able.includes(id) && able.length === 1;
}

/** @throws Refusal FORBIDDEN if callers grant roles to themselves, or roles with permissions that they lack */
function assertMayGive({ principal }: Context, { id }: Operator, roles: readonly OperatorRole[]): void {
  // Operators can’t grant roles to themselves, with any credential.
  if (principal.subjectId === id && roles.length > 0) {
    throw new Refusal('FORBIDDEN', 'You can’t grant roles to yourself. Ask another ADMIN.');
  }
  assertCanGrant(principal, roles);
}

/** Revokes the open invitations that this operator created. */
async function revokeInvitationsOf({ em }: Context, operatorId: string): Promise<void> {
  await revokeInvitationsBy(em, `operator:${operatorId}`);
}
