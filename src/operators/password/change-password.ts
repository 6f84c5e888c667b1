import type { Context } from '../../platform/context.ts';
import { publish } from '../../platform/events/outbox.ts';
import { newId } from '../../platform/ids.ts';
import { lockEnabled } from '../operator.sql.ts';
import { deleteLinks } from '../operator-link.sql.ts';
import { deleteSessions, findPassword, setPassword } from '../sign-in.sql.ts';

/** Replacement of a password. */
export interface PasswordChange {
  /** Stored hash that the caller has verified. Null: no password so far. */
  before: string | null;
  /** Hash of the new password, computed before the transaction because hashing is slow. */
  after: string;
  /** Session that stays active. Default: none. */
  keptSessionId?: string;
  /** Called in the transaction of the change. */
  within?: (ctx: Context) => Promise<void>;
}

/**
 * Replaces a password, ends the operator’s sessions and deletes reset links.
 * @returns false if the password was changed concurrently or the operator is disabled
 */
export function changePassword(
  ctx: Context,
  operatorId: string,
  { before, after, keptSessionId, within }: PasswordChange,
): Promise<boolean> {
  return ctx.transactional(async (inner) => {
    const { em } = inner;
    // Locked against sessions that are created with the old password; see `SignIns`.
    if (!(await lockEnabled(em, operatorId)) || (await findPassword(em, operatorId)) !== before) return false;
    await setPassword(em, { id: newId('operatorAccount'), operatorId, hash: after });
    await deleteSessions(em, operatorId, keptSessionId);
    await deleteLinks(em, operatorId);
    publish(inner, 'operators.sessions-ended', { operatorId });
    await within?.(inner);
    return true;
  });
}
