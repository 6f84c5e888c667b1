import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from './database.ts';

/** Values of a row by column. Bytes are text in PostgreSQL's hex format: `\x` and the digits. */
export type RowValues = Readonly<Record<string, unknown>>;

/** Inserts rows in one statement. PostgreSQL takes the column types from the table. Columns without a value are null. */
export async function insertRows(em: EntityManager, table: string, rows: readonly RowValues[]): Promise<void> {
  const text = `insert into ${table} select * from json_populate_recordset(null::${table}, $1)`;
  await sql(em, text, [JSON.stringify(rows)]);
}
