import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../platform/database/database.ts';
import type { RowFilter } from '../platform/graphql/reads/page-rows.sql.ts';

/** Ids, out of these, of the rows that meet the conditions. */
export async function findVisibleIds(
  em: EntityManager,
  table: 'document_case' | 'document' | 'document_version',
  { conditions, values }: RowFilter,
  ids: readonly string[],
): Promise<string[]> {
  const which = [...conditions, `${table}.id = any($${values.length + 1})`].join(' and ');
  const rows = await sql<{ id: string }>(em, `select ${table}.id from ${table} where ${which}`, [...values, ids]);
  return rows.map(({ id }) => id);
}

/** Ids of the cases that meet the conditions, the newest first, at most `most`. */
export async function findNewestCaseIds(
  em: EntityManager,
  { conditions, values }: RowFilter,
  most: number,
): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    em,
    `select document_case.id from document_case where ${conditions.join(' and ')}
     order by document_case.id desc limit $${values.length + 1}`,
    [...values, most],
  );
  return rows.map(({ id }) => id);
}

/** Locks a case that isn’t erased and meets the conditions. Null if there is none. */
export async function lockCase(
  em: EntityManager,
  { conditions, values }: RowFilter,
  caseId: string,
): Promise<{ id: string; customerId: string; documentCount: number; byteCount: number } | null> {
  const which = [...conditions, `document_case.id = $${values.length + 1}`, 'document_case.erased_at is null'].join(
    ' and ',
  );
  const [row] = await sql<{ id: string; customerId: string; documentCount: number; byteCount: string }>(
    em,
    `select id, customer_id as "customerId", document_count as "documentCount", byte_count as "byteCount"
     from document_case where ${which} for update`,
    [...values, caseId],
  );
  return row ? { ...row, byteCount: Number(row.byteCount) } : null;
}

/** Number of cases of a customer that aren’t erased, and bytes of all their documents. */
export async function readCaseTotals(em: EntityManager, customerId: string): Promise<{ cases: number; bytes: number }> {
  const [row] = await sql<{ cases: number; bytes: string }>(
    em,
    `select count(*)::int as cases, coalesce(sum(byte_count), 0)::text as bytes from document_case
     where customer_id = $1 and erased_at is null`,
    [customerId],
  );
  return { cases: row!.cases, bytes: Number(row!.bytes) };
}

/** Changes the counts of a case by these amounts. */
export async function countDocuments(
  em: EntityManager,
  caseId: string,
  { documents, bytes }: { documents: number; bytes: number },
): Promise<void> {
  await sql(
    em,
    'update document_case set document_count = document_count + $2, byte_count = byte_count + $3 where id = $1',
    [caseId, documents, bytes],
  );
}

/** Adds a member. False if it is a member already. */
export async function insertMember(
  em: EntityManager,
  row: { caseId: string; member: string; addedBy: string },
): Promise<boolean> {
  const rows = await sql(
    em,
    `insert into case_member (case_id, member, added_by) values ($1, $2, $3)
     on conflict (case_id, member) do nothing returning member`,
    [row.caseId, row.member, row.addedBy],
  );
  return rows.length > 0;
}

/** Removes a member. False if it wasn’t one. */
export async function deleteMember(em: EntityManager, caseId: string, member: string): Promise<boolean> {
  const rows = await sql(em, 'delete from case_member where case_id = $1 and member = $2 returning member', [
    caseId,
    member,
  ]);
  return rows.length > 0;
}

/** Erases the name of a case and its members. */
export async function eraseCaseRow(em: EntityManager, caseId: string, erasedBy: string): Promise<void> {
  await sql(
    em,
    `update document_case set name = null, erased_at = current_timestamp(3), erased_by = $2, version = version + 1,
       updated_at = current_timestamp(3)
     where id = $1 and erased_at is null`,
    [caseId, erasedBy],
  );
}

/** Number of versions of a case by state. */
export async function countStates(em: EntityManager, caseId: string): Promise<Record<string, number>> {
  const rows = await sql<{ state: string; count: number }>(
    em,
    'select state, count(*)::int as count from document_version where case_id = $1 group by state',
    [caseId],
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}
