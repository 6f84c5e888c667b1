import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../platform/database/database.ts';
import type { StoredCode } from '../platform/encryption/row-codes.ts';
import type { LinkRow } from './codes/operator-codes.ts';
import type { OperatorLinkKind } from './operator-link.entity.ts';

/** A valid sign-up or reset link. */
export interface OpenLink {
  /** E-mail address of the only person who can use the link. Null: any person with the link. */
  email: string | null;
  makesAdmin: boolean;
}

/** A link as stored, with its code. */
export type StoredLink = LinkRow & { readonly code: StoredCode };

/** SQL of the columns of a `StoredLink`. */
const STORED = `id, kind, token_digest as "tokenDigest", operator_id as "operatorId", email, makes_admin as "makesAdmin",
  expires_at as "expiresAt", authentication_code as code`;

const LIVE = `(expires_at is null or expires_at > now())`;

/** Finds an unexpired link by the digest of its token, with the address of its operator. Null if it is unknown or expired. */
export async function findLink(
  em: EntityManager,
  kind: OperatorLinkKind,
  digest: Buffer,
): Promise<(StoredLink & { readonly operatorEmail: string | null }) | null> {
  const [found] = await sql<StoredLink & { operatorEmail: string | null }>(
    em,
    `select ${STORED}, (select email from operator where operator.id = operator_link.operator_id) as "operatorEmail"
     from operator_link where token_digest = $1 and kind = $2 and ${LIVE}`,
    [digest, kind],
  );
  return found ? withTime(found) : null;
}

/** Reads at most `limit` links that haven’t expired, in the order of their ids, starting after the id `after`. */
export async function readLinks(em: EntityManager, after: string, limit: number): Promise<StoredLink[]> {
  const links = await sql<StoredLink>(
    em,
    `select ${STORED} from operator_link where id > $1 and ${LIVE} order by id limit $2`,
    [after, limit],
  );
  return links.map(withTime);
}

/** Statements of a transaction return times as text. */
function withTime<Link extends StoredLink>(link: Link): Link {
  return { ...link, expiresAt: link.expiresAt && new Date(link.expiresAt) };
}

/**
 * Stores the sign-up link for the first operator, which replaces an earlier one. `email` is the only address that can use it;
 * null: any.
 */
export async function replaceBeginLink(
  em: EntityManager,
  { id, tokenDigest, email }: LinkRow,
  code: Uint8Array,
): Promise<void> {
  await sql(
    em,
    `insert into operator_link (id, kind, token_digest, email, authentication_code) values ($1, 'BEGIN', $2, $3, $4)
     on conflict (kind) where kind = 'BEGIN'
     do update set id = excluded.id, token_digest = excluded.token_digest, operator_id = null, email = excluded.email,
       makes_admin = false, expires_at = null, created_at = now(), authentication_code = excluded.authentication_code`,
    [id, tokenDigest, email, code],
  );
}

/** Stores a link to set a new password. */
export async function insertResetLink(em: EntityManager, link: LinkRow, code: Uint8Array): Promise<void> {
  await sql(
    em,
    `insert into operator_link (id, kind, token_digest, operator_id, makes_admin, expires_at, authentication_code)
     values ($1, 'RESET', $2, $3, $4, $5, $6)`,
    [link.id, link.tokenDigest, link.operatorId, link.makesAdmin, link.expiresAt, code],
  );
}

/** Deletes a link because it is used. Null if it is unknown or expired. */
export async function takeLink(em: EntityManager, kind: OperatorLinkKind, digest: Buffer): Promise<StoredLink | null> {
  const [used] = await sql<StoredLink>(
    em,
    `delete from operator_link where token_digest = $1 and kind = $2 and ${LIVE} returning ${STORED}`,
    [digest, kind],
  );
  return used ? withTime(used) : null;
}

/** Deletes all links of an operator. */
export async function deleteLinks(em: EntityManager, operatorId: string): Promise<void> {
  await sql(em, 'delete from operator_link where operator_id = $1', [operatorId]);
}

/** Deletes expired links and returns their number. */
export async function deleteExpiredLinks(em: EntityManager): Promise<number> {
  return (await sql(em, 'delete from operator_link where expires_at < now() returning id')).length;
}
