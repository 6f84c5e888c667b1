import type { EntityManager } from '@mikro-orm/postgresql';
import { usedKey } from '../platform/credentials/key.sql.ts';
import { type Database, sql } from '../platform/database/database.ts';

const USED_TOKEN = usedKey({
  name: 'partner_token',
  table: 'partner_token',
  join: 'join partner on partner.id = key.partner_id',
  columns: ['partner.id', 'key.issuers'],
});

/** Finds a valid partner token by its digest, and records its use. Null if the token is unknown, expired or revoked. */
export async function touchToken(
  database: Database,
  digest: Uint8Array,
): Promise<{ tokenId: string; partnerId: string; issuers: string[] } | null> {
  type Row = [tokenId: string, partnerId: string, issuers: string[]];
  const found = await database.readRow<Row>(USED_TOKEN, [digest]);
  if (!found) return null;
  const [tokenId, partnerId, issuers] = found;
  return { tokenId, partnerId, issuers };
}

/** Reads up to `most` tokens of each partner, the newest first. Rows have the columns of the table `partner_token`. */
export function findTokensOf(
  em: EntityManager,
  partnerIds: readonly string[],
  most: number,
): Promise<Record<string, unknown>[]> {
  return sql<Record<string, unknown>>(
    em,
    `select found.* from unnest($1::text[]) as wanted (id) cross join lateral (
       select * from partner_token where partner_id = wanted.id order by id desc limit ${most}) found
     order by found.id desc`,
    [partnerIds],
  );
}

/** Inserts a partner, unless a partner with this name exists. */
export async function addPartner(em: EntityManager, id: string, name: string): Promise<void> {
  await sql(em, 'insert into partner (id, name) values ($1, $2) on conflict (name) do nothing', [id, name]);
}
