import type { Context } from '../../platform/context.ts';
import { publish } from '../../platform/events/outbox.ts';
import { newId } from '../../platform/ids.ts';
import { type Accounts, passwordHashOf, withPassword } from '../codes/accounts.ts';
import { lockEnabled } from '../operator.sql.ts';
import { deleteLinks } from '../operator-link.sql.ts';
import { deleteSessions, setPassword } from '../sign-in.sql.ts';

/** The old and the new password hash of an operator, and what else must happen with the change. */
export interface PasswordChange {
  /** Stored hash of the current password, which the caller has verified. Null if the operator has no password yet. */
  before: string | null;
  /** Hash of the new password, computed before the transaction because hashing is slow. */
  after: string;
  /** Id of the session that stays active. Default: all sessions end. */
  keptSessionId?: string;
  /** Called in the transaction of the change. */
  within?: (ctx: Context) => Promise<void>;
}

/**
 * Replaces a password, ends the operator’s sessions except `keptSessionId`, and deletes the operator’s links.
 * @returns false if the password was changed concurrently or the operator is disabled
 */
export function changePassword(
  ctx: Context,
  accounts: Accounts,
  operatorId: string,
  { before, after, keptSessionId, within }: PasswordChange,
): Promise<boolean> {
  return ctx.transactional(async (inner) => {
    const { em } = inner;
    // The lock prevents a concurrent sign-in with the old password from creating a session; see `SignIns`.
    if (!(await lockEnabled(em, operatorId))) return false;
    const account = await accounts.lock(em, operatorId);
    if (!account || passwordHashOf(account) !== before) return false;
    await setPassword(em, { id: newId('operatorAccount'), operatorId, hash: after });
    await accounts.storeCode(em, withPassword(account, after));
    await deleteSessions(em, operatorId, keptSessionId);
    await deleteLinks(em, operatorId);
    publish(inner, 'operators.sessions-ended', { operatorId });
    await within?.(inner);
    return true;
  });
}
