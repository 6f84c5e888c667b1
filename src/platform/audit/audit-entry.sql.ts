import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../database/database.ts';
import type { RunStatement } from './action-recorder.ts';

/** A row of the audit trail. `changes` is JSON text; null when nothing changed. */
export interface AuditRow {
  id: string;
  actor: string;
  actorKind: string;
  onBehalfOf: string | null;
  credentialKind: string | null;
  credentialId: string | null;
  credentialIssuedBy: string | null;
  action: string;
  outcome: string;
  code: string | null;
  subjectIds: readonly string[];
  changes: string | null;
  network: string | null;
  requestId: string | null;
}

/** Reads the next entries of successful actions with this name, starting after the id `after`. */
export function readSuccessful(
  em: EntityManager,
  action: string,
  after: string,
  limit: number,
): Promise<{ id: string; subjectIds: string[] }[]> {
  return sql(
    em,
    `select id, to_json(subject_ids) as "subjectIds" from audit_entry
     where action = $1 and outcome = 'DONE' and id > $2 order by id limit $3`,
    [action, after, limit],
  );
}

/**
 * Searches the audit trail for the earliest successful action on a subject, among the actions with these names. Returns the name
 * of that action, or null if none is recorded.
 */
export async function findFirstSuccessful(
  em: EntityManager,
  actions: readonly string[],
  subjectId: string,
): Promise<string | null> {
  const [entry] = await sql<{ action: string }>(
    em,
    `select action from audit_entry where subject_ids && array[$2]::text[] and action = any($1) and outcome = 'DONE'
     order by id limit 1`,
    [[...actions], subjectId],
  );
  return entry?.action ?? null;
}

/** Inserts an entry into the audit trail. `run` chooses the connection and the transaction. */
export async function insertAuditEntry(run: RunStatement, row: AuditRow): Promise<void> {
  await run(
    `insert into audit_entry (id, actor, actor_kind, on_behalf_of, credential_kind, credential_id, credential_issued_by,
  action, outcome, code, subject_ids, changes, network, request_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12::jsonb, $13, $14)`,
    [
      row.id,
      row.actor,
      row.actorKind,
      row.onBehalfOf,
      row.credentialKind,
      row.credentialId,
      row.credentialIssuedBy,
      row.action,
      row.outcome,
      row.code,
      row.subjectIds,
      row.changes,
      row.network,
      row.requestId,
    ],
  );
}
