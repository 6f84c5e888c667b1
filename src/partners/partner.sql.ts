import type { EntityManager } from '@mikro-orm/postgresql';
import { expiryIn } from '../platform/auth/expired-token.sql.ts';
import { type Database, sql } from '../platform/database/database.ts';
import { type ExpiringCredential, expiring } from '../platform/endings/announced-ending.sql.ts';

const TOUCH_TOKEN = {
  name: 'partner_token',
  // The time of use is written at most once a minute: otherwise every read of a busy partner would be a write.
  text: `with found as (
                 select id, partner_id, last_used_at from partner_token
                 where token_hash = $1 and revoked_at is null and expires_at > now()
               ), used as (
                 update partner_token set last_used_at = current_timestamp(3) from found
                 where partner_token.id = found.id
                   and (found.last_used_at is null or found.last_used_at < now() - interval '1 minute')
               )
               select id, partner_id from found`,
};

/** Finds a valid token by its digest, and notes its use. Null when it is unknown, expired or revoked. */
export async function touchToken(
  database: Database,
  digest: Uint8Array,
): Promise<{ tokenId: string; partnerId: string } | null> {
  const found = await database.readRow<[tokenId: string, partnerId: string]>(TOUCH_TOKEN, [digest]);
  return found ? { tokenId: found[0], partnerId: found[1] } : null;
}

const VIEWER = {
  name: 'partner_viewer',
  text: `select partner.name, partner_token.expires_at from partner_token join partner on partner.id = partner_token.partner_id
         where partner_token.id = $1`,
};

/** Reads the partner of a token, and when the token expires. Null when it doesn't exist. */
export async function findViewer(
  database: Database,
  tokenId: string | undefined,
): Promise<{ name: string; expiresAt: Date } | null> {
  const found = await database.readRow<[name: string, expiresAt: string]>(VIEWER, [tokenId]);
  return found ? { name: found[0], expiresAt: new Date(found[1]) } : null;
}

/** Reads up to `most` tokens of each partner, the newest first. Rows have the columns of `partner_token`. */
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

/** Inserts a partner, unless one has this name. */
export async function addPartner(em: EntityManager, id: string, name: string): Promise<void> {
  await sql(em, 'insert into partner (id, name) values ($1, $2) on conflict (name) do nothing', [id, name]);
}

/** Finds when a token expired, by its digest. Null if it is valid, unknown or revoked. */
export const readExpiry = expiryIn('partner_token');

/** Finds valid links of partners that expire before `until`. A partner with a later link is left out. */
export function findExpiringLinks(em: EntityManager, until: Date): Promise<ExpiringCredential[]> {
  return sql(
    em,
    `select ${expiring('partner.name', 'null::text')}
     from partner_token key join partner on partner.id = key.partner_id
     where key.revoked_at is null and key.expires_at > now() and key.expires_at <= $1
       and not exists (
         select 1 from partner_token later
         where later.partner_id = key.partner_id and later.revoked_at is null and later.expires_at > key.expires_at)`,
    [until],
  );
}
