import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../database/database.ts';
import type { KeyedIssue } from './keyed-issue.entity.ts';

type KnownIssue = Pick<KeyedIssue, 'requestHash' | 'subjectId'>;
type NewIssue = Pick<KeyedIssue, 'caller' | 'key' | 'mutation' | 'requestHash' | 'subjectId'>;

/** Time for which an idempotency key is kept. An older row counts as missing. */
const KEPT = `interval '24 hours'`;
/** Maximum rows deleted per statement. Deleting more would hold the locks for too long. */
const MAX_DELETED = 10_000;

/** Finds the object that was issued for a caller's idempotency key in the last 24 hours. */
export async function findKeyedIssue(em: EntityManager, caller: string, key: string): Promise<KnownIssue | null> {
  const [found] = await sql<KnownIssue>(
    em,
    `select request_hash as "requestHash", subject_id as "subjectId" from keyed_issue
     where caller = $1 and key = $2 and created_at > now() - ${KEPT}`,
    [caller, key],
  );
  return found ?? null;
}

/**
 * Stores the issued object under its idempotency key in this transaction. Waits for a transaction that stores the same key.
 * @returns false if something was issued for the key in the last 24 hours
 */
export async function insertKeyedIssue(
  em: EntityManager,
  { caller, key, mutation, requestHash, subjectId }: NewIssue,
): Promise<boolean> {
  const rows = await sql(
    em,
    `insert into keyed_issue as issue (caller, key, mutation, request_hash, subject_id) values ($1, $2, $3, $4, $5)
     on conflict (caller, key) do update set mutation = excluded.mutation, request_hash = excluded.request_hash,
       subject_id = excluded.subject_id, created_at = excluded.created_at
       where issue.created_at <= now() - ${KEPT}
     returning 1`,
    [caller, key, mutation, requestHash, subjectId],
  );
  return rows.length > 0;
}

/** Deletes idempotency keys older than 24 hours, at most 10,000. Returns their number. */
export async function deleteOldKeyedIssues(em: EntityManager): Promise<number> {
  const rows = await sql(
    em,
    `delete from keyed_issue where (caller, key) in (
       select caller, key from keyed_issue where created_at <= now() - ${KEPT} limit ${MAX_DELETED}
     ) returning 1`,
  );
  return rows.length;
}
