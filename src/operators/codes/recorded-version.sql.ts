import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../../platform/database/database.ts';

/** Highest version of an operator according to the audit trail. Null if no entry has one. */
export async function readRecordedVersion(em: EntityManager, operatorId: string): Promise<number | null> {
  const [row] = await sql<{ version: number | null }>(
    em,
    `select max((change->>'after')::int) as version
     from audit_entry, jsonb_array_elements(audit_entry.changes) as change
     where audit_entry.subject_ids @> array[$1::text] and audit_entry.outcome = 'DONE'
       and jsonb_typeof(audit_entry.changes) = 'array' and change->>'subjectId' = $1 and change->>'field' = 'version'`,
    [operatorId],
  );
  return row!.version;
}
