import type { EntityManager } from '@mikro-orm/postgresql';
import { type Database, type PreparedStatement, sql } from '../database/database.ts';
import type { ExpiringCredential } from '../expirations/announced-expiration.sql.ts';

/** SQL that is true for a key that is neither revoked nor expired. `row` is the table, or its alias. */
export const worksSql = (row: string) => `${row}.revoked_at is null and ${row}.expires_at > now()`;

interface UsedKeyOptions {
  /** Name of the prepared statement. */
  name: string;
  table: string;
  /** SQL that joins the owner to the key. The key's alias is `key`. */
  join: string;
  /** SQL of the columns that are read in addition to the id of the key. */
  columns: readonly string[];
  /** Further SQL condition, e.g. on the owner. */
  and?: string;
  /** SQL condition that finds the key; $1 is the only parameter. Default: by the digest of its token. */
  by?: string;
}

/**
 * Builds a statement that finds a valid key and records its use. The row has the id of the key, then `columns`. The time of use
 * is written at most once a minute, so that a busy key doesn't turn every read into a write.
 */
export function usedKey({
  name,
  table,
  join,
  columns,
  and,
  by = 'key.token_hash = $1',
}: UsedKeyOptions): PreparedStatement {
  const read = columns.map((column, at) => `, ${column} as column_${at}`).join('');
  const found = `select key.id, key.last_used_at${read} from ${table} key ${join}
    where ${by} and ${worksSql('key')}${and === undefined ? '' : ` and ${and}`}`;
  const used = `update ${table} set last_used_at = current_timestamp(3) from found
    where ${table}.id = found.id
      and (found.last_used_at is null or found.last_used_at < now() - interval '1 minute')`;
  const names = columns.map((_, at) => `, column_${at}`).join('');
  return { name, text: `with found as (${found}), used as (${used}) select id${names} from found` };
}

/** Reads when a token expired, by its digest. Null for a token that is valid, unknown or revoked. */
export async function readExpiry(database: Database, table: string, digest: Uint8Array): Promise<Date | null> {
  const expired = {
    name: `${table}_expired`,
    text: `select expires_at from ${table} where token_hash = $1 and revoked_at is null and expires_at <= now()`,
  };
  const at = await database.readValue<string | null>(expired, [digest]);
  return at === null || at === undefined ? null : new Date(at);
}

/** Reads the name of a key's owner, and when the key expires. Null when the key doesn't exist. */
export async function readOwner(
  database: Database,
  { table, owner }: { table: string; owner: string },
  keyId: string | undefined,
): Promise<{ name: string; expiresAt: Date } | null> {
  const found = await database.readRow<[name: string, expiresAt: string]>(
    {
      name: `${table}_owner`,
      text: `select owner.name, key.expires_at from ${table} key join ${owner} owner on owner.id = key.${owner}_id
             where key.id = $1`,
    },
    [keyId],
  );
  return found ? { name: found[0], expiresAt: new Date(found[1]) } : null;
}

interface ExpiringKeyOptions {
  table: string;
  /** Name of the table with the keys' owners. */
  owner: string;
  /** SQL of the owner's name, for operators. */
  title: string;
  /** SQL of the id of the customer that is notified as well as the operators. Default: no customer. */
  customerId?: string;
  /** SQL condition on the owner. */
  and?: string;
  /** Column whose value a key has in common with its successors. Default: the id of the first key in the chain of rotations. */
  shared?: string;
}

/**
 * Finds valid keys that expire at or before `until`. Skips a key with an unrevoked successor that expires later, because the
 * key's expiration is then intended.
 */
export function findExpiringKeys(
  em: EntityManager,
  { table, owner, title, customerId = 'null::text', and = 'true', shared }: ExpiringKeyOptions,
  until: Date,
): Promise<ExpiringCredential[]> {
  const of = (key: string) => (shared === undefined ? `coalesce(${key}.lineage_id, ${key}.id)` : `${key}.${shared}`);
  return sql(
    em,
    `select key.id, ${title} as name, ${customerId} as "customerId", key.created_at as "createdAt",
       key.expires_at as "expiresAt"
     from ${table} key join ${owner} on ${owner}.id = key.${owner}_id
     where ${worksSql('key')} and key.expires_at <= $1 and ${and}
       and not exists (
         select 1 from ${table} later
         where ${of('later')} = ${of('key')} and later.revoked_at is null and later.expires_at > key.expires_at)`,
    [until],
  );
}
