import { AuditOutcome, audit } from '../platform/audit/audit.ts';
import { reportChanges } from '../platform/audit/report-changes.ts';
import { hasTokenForm, newToken } from '../platform/auth/token.ts';
import type { Context } from '../platform/context.ts';
import { digestOf } from '../platform/encryption/secrets.ts';
import { publish } from '../platform/events/outbox.ts';
import { newId } from '../platform/ids.ts';
import { Operator, OperatorRole } from './operator.entity.ts';
import { findForReset, hasOperators, lockOperator, lockPeople } from './operator.sql.ts';
import type { OperatorLinkKind } from './operator-link.entity.ts';
import {
  deleteLinks,
  findLink,
  insertResetLink,
  type OpenLink,
  replaceBeginLink,
  takeBeginLink,
  takeResetLink,
} from './operator-link.sql.ts';
import { OperatorAccount } from './sign-in.entities.ts';
import { deleteSessions, setPassword } from './sign-in.sql.ts';

const RESET_HOURS = 24;

/** Finds a sign-up or reset link. Null for unknown and expired links. */
export async function openLink({ em }: Context, kind: OperatorLinkKind, token: string): Promise<OpenLink | null> {
  if (!hasTokenForm('imol_', token)) return null;
  return findLink(em, kind, digestOf(token));
}

/**
 * Creates the sign-up link for the first operator, which replaces an earlier one. Returns its token, which isn't stored. Null if
 * an operator exists.
 */
export async function newFirstOperatorToken(ctx: Context, email: string | null): Promise<string | null> {
  return ctx.transactional(async (inner) => {
    await lockPeople(inner.em);
    if (await hasOperators(inner.em)) return null;
    const token = newToken('imol_');
    await replaceBeginLink(inner.em, { id: newId('operatorLink'), digest: digestOf(token), email });
    return token;
  });
}

/**
 * Creates the first operator, an ADMIN, once even for concurrent callers.
 * @param passwordHash computed before the transaction, because hashing is slow
 * @returns null if the link is unknown, used or expired, or if an operator exists
 */
export async function createFirstOperator(
  ctx: Context,
  token: string,
  { name, email, passwordHash }: { name: string; email: string; passwordHash: string },
): Promise<Operator | null> {
  return ctx.transactional(async (inner) => {
    const { em } = inner;
    await lockPeople(em);
    const used = await takeBeginLink(em, digestOf(token));
    if (!used || (await hasOperators(em))) return null;
    const operator = em.create(Operator, {
      name,
      email: used.email ?? email,
      roles: [OperatorRole.ADMIN],
      disabledAt: null,
      createdBy: `link:${used.id}`,
    });
    await em.persist(operator).flush();
    em.persist(em.create(OperatorAccount, accountOf(operator, passwordHash)));
    publish(inner, 'operators.changed', { operatorId: operator.id });
    await audit(inner, { action: 'beginOperators', subjectIds: [operator.id, used.id], outcome: AuditOutcome.DONE });
    return operator;
  });
}

/** Account row for a password, which the provider `credential` marks. */
export function accountOf(operator: Operator, passwordHash: string) {
  return { operator, providerId: 'credential', accountId: operator.id, password: passwordHash };
}

/** Why no reset link was created. */
export type ResetFailure = 'UNKNOWN' | 'DISABLED';

/**
 * Creates a link to set a new password, deletes earlier links of the operator, and ends all sessions of the operator. If no
 * enabled ADMIN exists, using the link makes this operator an ADMIN.
 */
export async function newResetToken(
  ctx: Context,
  email: string,
): Promise<{ token: string; makesAdmin: boolean; hours: number } | ResetFailure> {
  return ctx.transactional(async (inner) => {
    const { em } = inner;
    await lockPeople(em);
    const found = await findForReset(em, email);
    if (!found) return 'UNKNOWN';
    // A disabled operator gets a link only if no ADMIN can enable the operator instead.
    if (found.isDisabled && found.hasAdmin) return 'DISABLED';
    const token = newToken('imol_');
    const makesAdmin = !found.hasAdmin;
    await deleteLinks(em, found.id);
    await insertResetLink(em, {
      id: newId('operatorLink'),
      digest: digestOf(token),
      operatorId: found.id,
      makesAdmin,
      hours: RESET_HOURS,
    });
    await deleteSessions(em, found.id);
    publish(inner, 'operators.sessions-ended', { operatorId: found.id });
    reportChanges([found.id]);
    return { token, makesAdmin, hours: RESET_HOURS };
  });
}

/**
 * Sets the password of the operator that the reset link is for, and ends all of that operator's sessions. Null if the link is
 * unknown, used or expired, or if the operator is disabled.
 */
export async function resetPassword(ctx: Context, token: string, passwordHash: string): Promise<Operator | null> {
  return ctx.transactional(async (inner) => {
    const { em } = inner;
    await lockPeople(em);
    const used = await takeResetLink(em, digestOf(token));
    if (!used) return null;
    // The lock prevents a concurrent sign-in with the old password from creating a session; see `SignIns`.
    await lockOperator(em, used.operatorId);
    const operator = await em.findOneOrFail(Operator, used.operatorId);
    if (used.makesAdmin && !operator.roles.includes('ADMIN')) operator.roles = ['ADMIN', ...operator.roles];
    if (used.makesAdmin) operator.disabledAt = null;
    if (operator.disabledAt) return null;
    operator.version += 1;
    operator.updatedAt = inner.clock.now();
    await em.flush();
    await setPassword(em, { id: newId('operatorAccount'), operatorId: operator.id, hash: passwordHash });
    await deleteSessions(em, operator.id);
    publish(inner, 'operators.changed', { operatorId: operator.id });
    await audit(inner, { action: 'useResetLink', subjectIds: [operator.id], outcome: AuditOutcome.DONE });
    return operator;
  });
}
