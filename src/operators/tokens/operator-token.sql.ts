import type { EntityManager } from '@mikro-orm/postgresql';
import { expiryIn } from '../../platform/auth/expired-token.sql.ts';
import { type Database, sql } from '../../platform/database/database.ts';
import { type ExpiringCredential, expiring } from '../../platform/endings/announced-ending.sql.ts';
import type { OperatorRole } from '../operator.entity.ts';

/** A valid token of a person. */
export interface UsedToken {
  id: string;
  operatorId: string;
  roles: OperatorRole[];
  scopes: string[];
  issuedBy: string;
  issuers: string[];
}

type UsedTokenRow = [
  id: string,
  operatorId: string,
  roles: OperatorRole[],
  scopes: string[],
  issuedBy: string,
  issuers: string[],
];

/** Finds a token and records its use; null if it is unknown, expired or revoked, or its person is disabled. */
export async function touchToken(database: Database, digest: Buffer): Promise<UsedToken | null> {
  const found = await database.readRow<UsedTokenRow>(
    {
      name: 'operator_token',
      // The time of use is written at most once a minute: a busy token would otherwise make every read a write.
      text: `with found as (
               select token.id, token.operator_id, token.scopes, token.issued_by, token.issuers, token.last_used_at, operator.roles
               from operator_token token join operator on operator.id = token.operator_id
               where token.token_hash = $1 and token.revoked_at is null and token.expires_at > now()
                 and operator.disabled_at is null
             ), used as (
               update operator_token set last_used_at = current_timestamp(3) from found
               where operator_token.id = found.id
                 and (found.last_used_at is null or found.last_used_at < now() - interval '1 minute')
             )
             select id, operator_id, roles, scopes, issued_by, issuers from found`,
    },
    [digest],
  );
  if (!found) return null;
  const [id, operatorId, roles, scopes, issuedBy, issuers] = found;
  return { id, operatorId, roles, scopes, issuedBy, issuers };
}

/** Shares a lock on a valid token with this scope. False if it is over, is another person's, or lacks the scope. */
export async function holdToken(
  em: EntityManager,
  { id, operatorId, scope }: { id: string; operatorId: string; scope: string },
): Promise<boolean> {
  const tokens = await sql(
    em,
    `select id from operator_token where id = $1 and operator_id = $2 and revoked_at is null and expires_at > now()
       and $3 = any(scopes) for share`,
    [id, operatorId, scope],
  );
  return tokens.length > 0;
}

/** Finds when a token expired, by its digest. Null if it is valid, unknown or revoked. */
export const readExpiry = expiryIn('operator_token');

/** Finds valid tokens of operators who may sign in that expire before `until`. */
export function findExpiringTokens(em: EntityManager, until: Date): Promise<ExpiringCredential[]> {
  return sql(
    em,
    `select ${expiring("operator.name || ': ' || key.name", 'null::text')}
     from operator_token key join operator on operator.id = key.operator_id
     where key.revoked_at is null and key.expires_at > now() and key.expires_at <= $1 and operator.disabled_at is null`,
    [until],
  );
}
