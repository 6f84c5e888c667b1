import { AuditOutcome, audit } from '../platform/audit/audit.ts';
import { reportChanges } from '../platform/audit/report-changes.ts';
import { hasTokenForm, newToken } from '../platform/auth/token.ts';
import type { Context } from '../platform/context.ts';
import { databaseTime } from '../platform/database/database-time.sql.ts';
import { digestOf } from '../platform/encryption/secrets.ts';
import { publish } from '../platform/events/outbox.ts';
import { newId } from '../platform/ids.ts';
import { type Accounts, newAccount, PASSWORD_PROVIDER, withPassword } from './codes/accounts.ts';
import type { LinkRow } from './codes/operator-codes.ts';
import { Operator, OperatorRole } from './operator.entity.ts';
import { findForReset, hasOperators, lockOperator, lockPeople } from './operator.sql.ts';
import { OperatorLinkKind } from './operator-link.entity.ts';
import {
  deleteLinks,
  findLink,
  insertResetLink,
  type OpenLink,
  replaceBeginLink,
  type StoredLink,
  takeLink,
} from './operator-link.sql.ts';
import { OperatorAccount } from './sign-in.entities.ts';
import { deleteSessions, setPassword } from './sign-in.sql.ts';

const RESET_HOURS = 24;
const HOUR_MS = 3_600_000;

/** Finds a sign-up or reset link. Null for links that are unknown, expired or weren’t stored by the service. */
export async function openLink(
  { em }: Context,
  accounts: Accounts,
  kind: OperatorLinkKind,
  token: string,
): Promise<OpenLink | null> {
  if (!hasTokenForm('imol_', token)) return null;
  const link = await findLink(em, kind, digestOf(token));
  return isProven(accounts, link) ? { email: link.email ?? link.operatorEmail, makesAdmin: link.makesAdmin } : null;
}

/** True if the service has stored this link. False without a link. */
function isProven<Link extends StoredLink>(accounts: Accounts, link: Link | null): link is Link {
  if (link === null) return false;
  const is = accounts.codes.links.verifies(link, link.code);
  if (!is) accounts.reportWrongCode('link', link.id);
  return is;
}

/**
 * Creates the sign-up link for the first operator, which replaces an earlier one. Returns its token, which isn't stored. Null if
 * an operator exists.
 */
export async function newFirstOperatorToken(
  ctx: Context,
  { codes }: Accounts,
  email: string | null,
): Promise<string | null> {
  return ctx.transactional(async (inner) => {
    await lockPeople(inner.em);
    if (await hasOperators(inner.em)) return null;
    const token = newToken('imol_');
    const link: LinkRow = {
      id: newId('operatorLink'),
      kind: OperatorLinkKind.BEGIN,
      tokenDigest: digestOf(token),
      operatorId: null,
      email,
      makesAdmin: false,
      expiresAt: null,
    };
    await replaceBeginLink(inner.em, link, codes.links.of(link));
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
  accounts: Accounts,
  token: string,
  { name, email, passwordHash }: { name: string; email: string; passwordHash: string },
): Promise<Operator | null> {
  return ctx.transactional(async (inner) => {
    const { em } = inner;
    await lockPeople(em);
    const used = await takeLink(em, OperatorLinkKind.BEGIN, digestOf(token));
    if (!isProven(accounts, used) || (await hasOperators(em))) return null;
    const account = newAccount(
      { id: newId('operator'), email: used.email ?? email, roles: [OperatorRole.ADMIN] },
      passwordHash,
    );
    const operator = em.create(Operator, {
      id: account.id,
      name,
      email: account.email,
      roles: [...account.roles],
      authenticationCode: accounts.codeOf(account),
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

/** Account row for a password. */
export function accountOf(operator: Operator, passwordHash: string) {
  return { operator, providerId: PASSWORD_PROVIDER, accountId: operator.id, password: passwordHash };
}

/** Why no reset link was created. */
export type ResetFailure = 'UNKNOWN' | 'DISABLED';

/**
 * Creates a link to set a new password, deletes earlier links of the operator, and ends all sessions of the operator. If no
 * enabled ADMIN exists, using the link makes this operator an ADMIN.
 */
export async function newResetToken(
  ctx: Context,
  { codes }: Accounts,
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
    const link: LinkRow = {
      id: newId('operatorLink'),
      kind: OperatorLinkKind.RESET,
      tokenDigest: digestOf(token),
      operatorId: found.id,
      email: null,
      makesAdmin,
      expiresAt: new Date((await databaseTime(em)).getTime() + RESET_HOURS * HOUR_MS),
    };
    await insertResetLink(em, link, codes.links.of(link));
    await deleteSessions(em, found.id);
    publish(inner, 'operators.sessions-ended', { operatorId: found.id });
    reportChanges([found.id]);
    return { token, makesAdmin, hours: RESET_HOURS };
  });
}

/**
 * Sets the password of the operator that the reset link is for, and ends all of that operator's sessions. Null if the link is
 * unknown, used or expired, or if the operator is disabled.
 * @throws Refusal ACCOUNT_NOT_PROVEN if the operator was changed outside of the service
 */
export async function resetPassword(
  ctx: Context,
  accounts: Accounts,
  token: string,
  passwordHash: string,
): Promise<Operator | null> {
  return ctx.transactional(async (inner) => {
    const { em } = inner;
    await lockPeople(em);
    const used = await takeLink(em, OperatorLinkKind.RESET, digestOf(token));
    if (!isProven(accounts, used) || used.operatorId === null) return null;
    // The lock prevents a concurrent sign-in with the old password from creating a session; see `SignIns`.
    await lockOperator(em, used.operatorId);
    const account = await accounts.lock(em, used.operatorId);
    if (!account || (account.isDisabled && !used.makesAdmin)) return null;
    const operator = await em.findOneOrFail(Operator, used.operatorId);
    if (used.makesAdmin && !account.roles.includes('ADMIN')) operator.roles = ['ADMIN', ...account.roles];
    if (used.makesAdmin) operator.disabledAt = null;
    operator.version += 1;
    operator.updatedAt = inner.clock.now();
    await em.flush();
    await setPassword(em, { id: newId('operatorAccount'), operatorId: operator.id, hash: passwordHash });
    const { roles, version } = operator;
    await accounts.storeCode(em, withPassword({ ...account, roles, version, isDisabled: false }, passwordHash));
    await deleteSessions(em, operator.id);
    publish(inner, 'operators.changed', { operatorId: operator.id });
    await audit(inner, { action: 'useResetLink', subjectIds: [operator.id], outcome: AuditOutcome.DONE });
    return operator;
  });
}
