import { audit, DeedOutcome } from '../platform/audit/audit.ts';
import { tellChanges } from '../platform/audit/tell-changes.ts';
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

/** What a link is good for; null for one that is unknown or over, which are told from each other nowhere. */
export async function openLink({ em }: Context, kind: OperatorLinkKind, token: string): Promise<OpenLink | null> {
  if (!hasTokenForm('imol_', token)) return null;
  return findLink(em, kind, digestOf(token));
}

/**
 * A new link for the first operator, in the place of the one before; null where there is an operator. The token is given out
 * here and nowhere else.
 */
export async function newBeginToken(ctx: Context, email: string | null): Promise<string | null> {
  return ctx.transactional(async (inner) => {
    await lockPeople(inner.em);
    if (await hasOperators(inner.em)) return null;
    const token = newToken('imol_');
    await replaceBeginLink(inner.em, { id: newId('operatorLink'), digest: digestOf(token), email });
    return token;
  });
}

/**
 * Makes the first operator, an ADMIN: of all who follow the link at once, one.
 * @param passwordHash made before, since that takes its time
 * @returns null for a link that is over, and where there is an operator
 */
export async function begin(
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
    await audit(inner, { action: 'beginOperators', subjectIds: [operator.id, used.id], outcome: DeedOutcome.DONE });
    return operator;
  });
}

/** How Better Auth looks for a password. */
export function accountOf(operator: Operator, passwordHash: string) {
  return { operator, providerId: 'credential', accountId: operator.id, password: passwordHash };
}

/** Why somebody gets no link. */
export type ResetFailure = 'UNKNOWN' | 'DISABLED';

/**
 * A link by which somebody who is locked out sets a new password, in the place of those before. Ends all sessions of that person
 * at once. Where there is no ADMIN left who can sign in, it makes this person one when it is used.
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
    // Somebody has disabled this person and can undo it; if nobody can any more, this is the way.
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
    tellChanges([found.id]);
    return { token, makesAdmin, hours: RESET_HOURS };
  });
}

/** Sets the password of whoever a link was made for; null for a link that is over. Ends all sessions of that person. */
export async function reset(ctx: Context, token: string, passwordHash: string): Promise<Operator | null> {
  return ctx.transactional(async (inner) => {
    const { em } = inner;
    await lockPeople(em);
    const used = await takeResetLink(em, digestOf(token));
    if (!used) return null;
    // Held against sessions that are being made with the password of before: see `SignIns`.
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
    await audit(inner, { action: 'useResetLink', subjectIds: [operator.id], outcome: DeedOutcome.DONE });
    return operator;
  });
}
