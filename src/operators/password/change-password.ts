import type { Context } from '../../platform/context.ts';
import { publish } from '../../platform/events/outbox.ts';
import { newId } from '../../platform/ids.ts';
import { lockEnabled } from '../operator.sql.ts';
import { deleteLinks } from '../operator-link.sql.ts';
import { deleteSessions, findPassword, setPassword } from '../sign-in.sql.ts';

/** One password in the place of another. */
export interface PasswordChange {
  /** The kept one that whoever asks has shown; null: there was none. */
  before: string | null;
  /** The new one, hashed before, since that takes its time. */
  after: string;
  /** The one session that goes on; left out: none. */
  keptSessionId?: string;
  /** What else is done with it, in its transaction. */
  within?: (ctx: Context) => Promise<void>;
}

/**
 * Puts one password in the place of another, ends the sessions of this person and takes back links for another password.
 *
 * @returns false where another has taken its place meanwhile, or the person is disabled
 */
export function changePassword(
  ctx: Context,
  operatorId: string,
  { before, after, keptSessionId, within }: PasswordChange,
): Promise<boolean> {
  return ctx.transactional(async (inner) => {
    const { em } = inner;
    // Held against sessions that are being made with the password of before: see `SignIns`.
    if (!(await lockEnabled(em, operatorId)) || (await findPassword(em, operatorId)) !== before) return false;
    await setPassword(em, { id: newId('operatorAccount'), operatorId, hash: after });
    await deleteSessions(em, operatorId, keptSessionId);
    await deleteLinks(em, operatorId);
    publish(inner, 'operators.sessions-ended', { operatorId });
    await within?.(inner);
    return true;
  });
}
