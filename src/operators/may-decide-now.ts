import type { EntityManager } from '@mikro-orm/postgresql';
import { CredentialKind, type Principal } from '../platform/auth/principal.ts';
import { sql } from '../platform/database/database.ts';
import { NAMES } from '../platform/names.ts';

const PERMISSION = 'approvals:decide';

/**
 * Whether this person may decide at this moment, by what they have shown. Asked in the transaction of the decision, which then
 * holds the rows it looked at: who is disabled, loses the role or the credential meanwhile waits for it, and of two that come
 * at once one is first. What a principal was given when its request came is up to a second old.
 */
export async function mayPersonDecideNow(em: EntityManager, { subjectId, credential }: Principal): Promise<boolean> {
  if (subjectId === null || credential === null) return false;
  const roles = NAMES.permissions.get(PERMISSION)!.roles;
  const people = await sql(
    em,
    'select id from operator where id = $1 and disabled_at is null and roles && $2::text[] for share',
    [subjectId, [...roles]],
  );
  if (people.length === 0) return false;
  if (credential.kind === CredentialKind.SESSION) {
    const sessions = await sql(
      em,
      'select id from operator_session where id = $1 and operator_id = $2 and expires_at > now() for key share',
      [credential.id, subjectId],
    );
    return sessions.length > 0;
  }
  const tokens = await sql(
    em,
    `select id from operator_token where id = $1 and operator_id = $2 and revoked_at is null and expires_at > now()
       and $3 = any(scopes) for share`,
    [credential.id, subjectId, PERMISSION],
  );
  return tokens.length > 0;
}
