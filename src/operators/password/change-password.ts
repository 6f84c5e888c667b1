import type { Context } from '../../platform/context.ts';
import { sql } from '../../platform/database/database.ts';
import { publish } from '../../platform/events/outbox.ts';
import { newId } from '../../platform/ids.ts';

/** The password of a person as it is kept; null for who has none and comes another way. */
export async function keptPassword({ em }: Context, operatorId: string): Promise<string | null> {
  const [account] = await sql<{ password: string | null }>(
    em,
    `select password from operator_account where provider_id = 'credential' and account_id = $1`,
    [operatorId],
  );
  return account?.password ?? null;
}

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
    const [person] = await sql(em, 'select id from operator where id = $1 and disabled_at is null for update', [
      operatorId,
    ]);
    if (!person || (await keptPassword(inner, operatorId)) !== before) return false;
    await sql(
      em,
      `insert into operator_account (id, operator_id, provider_id, account_id, password) values ($1, $2, 'credential', $2, $3)
       on conflict (provider_id, account_id) do update set password = excluded.password, updated_at = current_timestamp(3)`,
      [newId('operatorAccount'), operatorId, after],
    );
    await sql(em, 'delete from operator_session where operator_id = $1 and id is distinct from $2', [
      operatorId,
      keptSessionId ?? null,
    ]);
    await sql(em, 'delete from operator_link where operator_id = $1', [operatorId]);
    publish(inner, 'operators.sessions-ended', { operatorId });
    await within?.(inner);
    return true;
  });
}
