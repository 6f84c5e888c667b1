import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../platform/database/database.ts';
import type { OperatorLinkKind } from './operator-link.entity.ts';

/** A valid sign-up or reset link. */
export interface OpenLink {
  /** E-mail address of the only person who can use the link. Null: any person with the link. */
  email: string | null;
  makesAdmin: boolean;
}

const LIVE = `(expires_at is null or expires_at > now())`;

/** Finds a valid link by the digest of its token. Null if it is unknown or expired. */
export async function findLink(em: EntityManager, kind: OperatorLinkKind, digest: Buffer): Promise<OpenLink | null> {
  const [found] = await sql<OpenLink>(
    em,
    `select coalesce(link.email, operator.email) as email, makes_admin as "makesAdmin"
     from operator_link link left join operator on operator.id = link.operator_id
     where link.token_digest = $1 and link.kind = $2 and ${LIVE}`,
    [digest, kind],
  );
  return found ?? null;
}

/**
 * Stores the sign-up link for the first operator, which replaces an earlier one. `email` is the only address that can use it;
 * null: any.
 */
export async function replaceBeginLink(
  em: EntityManager,
  { id, digest, email }: { id: string; digest: Buffer; email: string | null },
): Promise<void> {
  await sql(
    em,
    `insert into operator_link (id, kind, token_digest, email) values ($1, 'BEGIN', $2, $3)
     on conflict (kind) where kind = 'BEGIN'
     do update set id = excluded.id, token_digest = excluded.token_digest, email = excluded.email, created_at = now()`,
    [id, digest, email],
  );
}

/** Deletes the sign-up link for the first operator because it is used. Null if it is unknown or expired. */
export async function takeBeginLink(
  em: EntityManager,
  digest: Buffer,
): Promise<{ id: string; email: string | null } | null> {
  const [used] = await sql<{ id: string; email: string | null }>(
    em,
    `delete from operator_link where token_digest = $1 and kind = 'BEGIN' and ${LIVE} returning id, email`,
    [digest],
  );
  return used ?? null;
}

/** Stores a link to set a new password. */
export async function insertResetLink(
  em: EntityManager,
  link: { id: string; digest: Buffer; operatorId: string; makesAdmin: boolean; hours: number },
): Promise<void> {
  await sql(
    em,
    `insert into operator_link (id, kind, token_digest, operator_id, makes_admin, expires_at)
     values ($1, 'RESET', $2, $3, $4, now() + make_interval(hours => $5))`,
    [link.id, link.digest, link.operatorId, link.makesAdmin, link.hours],
  );
}

/** Deletes a link to set a new password because it is used. Null if it is unknown or expired. */
export async function takeResetLink(
  em: EntityManager,
  digest: Buffer,
): Promise<{ operatorId: string; makesAdmin: boolean } | null> {
  const [used] = await sql<{ operatorId: string; makesAdmin: boolean }>(
    em,
    `delete from operator_link where token_digest = $1 and kind = 'RESET' and ${LIVE}
     returning operator_id as "operatorId", makes_admin as "makesAdmin"`,
    [digest],
  );
  return used ?? null;
}

/** Deletes all links of an operator. */
export async function deleteLinks(em: EntityManager, operatorId: string): Promise<void> {
  await sql(em, 'delete from operator_link where operator_id = $1', [operatorId]);
}

/** Deletes expired links and returns their number. */
export async function deleteExpiredLinks(em: EntityManager): Promise<number> {
  return (await sql(em, 'delete from operator_link where expires_at < now() returning id')).length;
}
