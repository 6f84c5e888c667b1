import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../database/database.ts';

/** A database column with encrypted values. */
export interface EnvelopedColumn {
  table: string;
  column: string;
  /** Column with the context that each value was encrypted for: the row's key. */
  context: string;
}

/** Reads the canary (a known encrypted text) of this name. Null if no process has stored one. */
export async function findCanary(em: EntityManager, name: string): Promise<Buffer | null> {
  const [row] = await sql<{ encrypted: Buffer }>(em, 'select encrypted from encryption_canary where name = $1', [name]);
  return row?.encrypted ?? null;
}

export async function deleteCanaries(em: EntityManager): Promise<void> {
  await sql(em, 'delete from encryption_canary');
}

/** Inserts a canary (a known encrypted text) unless one of this name exists. */
export async function insertCanary(em: EntityManager, name: string, encrypted: Uint8Array): Promise<void> {
  await sql(
    em,
    'insert into encryption_canary (name, encrypted, made_at) values ($1, $2, now()) on conflict do nothing',
    [name, encrypted],
  );
}

/** An encrypted value of a row, with the context for which it was encrypted. */
export interface EnvelopedRow {
  context: string;
  encrypted: Buffer;
}

/**
 * Locks and reads at most `most` encrypted values of a column whose contexts come after `after`, in the order of the contexts.
 * Skips null values.
 */
export function lockEnveloped(
  em: EntityManager,
  { table, column, context }: EnvelopedColumn,
  { after, most }: { after: string; most: number },
): Promise<EnvelopedRow[]> {
  return sql<EnvelopedRow>(
    em,
    `select "${context}" as context, "${column}" as encrypted from "${table}"
     where "${column}" is not null and "${context}" > $1 order by "${context}" limit ${most} for update`,
    [after],
  );
}

/** Replaces the encrypted value of one row. */
export async function updateEnveloped(
  em: EntityManager,
  { table, column, context }: EnvelopedColumn,
  row: { context: string; encrypted: Uint8Array },
): Promise<void> {
  await sql(em, `update "${table}" set "${column}" = $2 where "${context}" = $1`, [row.context, row.encrypted]);
}
