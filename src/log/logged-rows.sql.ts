import type { EntityManager } from '@mikro-orm/postgresql';
import { insertRows } from '../platform/database/insert-rows.sql.ts';
import type { PlacedRow } from './log-writer.ts';

/** A row of a table by column names, without `log` and `log_index`, which are only known when its log entry is written. */
export type ColumnValues = Record<string, unknown>;

/** Inserts rows that belong to log entries, with the position of the entry. */
export async function insertLogged(
  em: EntityManager,
  table: string,
  rows: readonly PlacedRow<ColumnValues>[],
): Promise<void> {
  const values = rows.map(({ row, log, index }) => ({ ...asJson(row), log, log_index: index }));
  await insertRows(em, table, values);
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
