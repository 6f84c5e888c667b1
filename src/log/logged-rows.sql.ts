import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../platform/database/database.ts';
import type { PlacedRow } from './log-writer.ts';

/** A row of a table by column names, without `log` and `log_index`, which are only known when its log entry is written. */
export type ColumnValues = Record<string, unknown>;

/** Writes rows that belong to log entries. PostgreSQL takes the column types from the table. */
export async function insertLogged(
  em: EntityManager,
  table: string,
  rows: readonly PlacedRow<ColumnValues>[],
): Promise<void> {
  const values = rows.map(({ row, log, index }) => ({ ...asJson(row), log, log_index: index }));
  await sql(em, `insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
    JSON.stringify(values),
  ]);
}

/** Approximate size of a row in the insert statement, in bytes. */
export function byteSizeOf(row: ColumnValues): number {
  return Object.values(row).reduce<number>(
    (sum, value) => sum + (Buffer.isBuffer(value) ? 2 * value.length : typeof value === 'string' ? value.length : 8),
    0,
  );
}

/** Converts bytes in a row to hex, because JSON has no bytes. */
function asJson(row: ColumnValues): ColumnValues {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value,
    ]),
  );
}
