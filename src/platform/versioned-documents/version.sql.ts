import type { EntityManager } from '@mikro-orm/postgresql';
import { type Database, sql } from '../database/database.ts';

/** A version as stored in its table. `document` is JSON text. */
export type VersionRow = [number: number, sha256: string, document: string];

/** SQL statements on the table of one versioned document. */
export interface VersionTable {
  /** Reads the version with this number. Undefined when it doesn't exist. */
  find(database: Database, number: number): Promise<VersionRow | undefined>;
  /** Reads the newest version if its number is above `number`. Undefined otherwise. */
  findNewer(database: Database, number: number): Promise<VersionRow | undefined>;
  /** Reads the number of the newest version. Null when the table is empty. */
  newestNumber(em: EntityManager): Promise<number | null>;
  /** Inserts a version. `values[1]` is the number of the newest version. Undefined when a newer one exists. */
  insert(em: EntityManager, values: unknown[]): Promise<{ id: string; number: number } | undefined>;
  /** Inserts a version like `insert`, but outside any transaction. */
  insertAlone(database: Database, values: unknown[]): Promise<void>;
}

/** @param own the table's own columns with their types. Their values follow the seven values of the shared columns. */
export function versionTable(table: string, own: Readonly<Record<string, string>>): VersionTable {
  const names = Object.keys(own)
    .map((column) => `, ${column}`)
    .join('');
  const values = Object.values(own)
    .map((type, index) => `, $${index + 8}::${type}`)
    .join('');
  const read = `select number, sha256, document::text from ${table}`;
  const byNumber = { name: `${table}_version`, text: `${read} where number = $1` };
  const newer = { name: `${table}_newer`, text: `${read} where number > $1 order by number desc limit 1` };
  // Inserts only the number after the newest, so that one of two concurrent publications fails and no number is skipped.
  const insert = `insert into ${table} (id, number, document, sha256, reason, published_by, restored_from, published_at${names})
      select $1, $2::int + 1, $3::jsonb, $4, $5, $6, $7::int, clock_timestamp()${values}
      where (select coalesce(max(number), 0) from ${table}) = $2::int
      on conflict (number) do nothing returning id, number`;
  return {
    find: (database, number) => database.readRow<VersionRow>(byNumber, [number]),
    findNewer: (database, number) => database.readRow<VersionRow>(newer, [number]),
    async newestNumber(em) {
      const [newest] = await sql<{ number: number | null }>(em, `select max(number) as number from ${table}`);
      return newest?.number ?? null;
    },
    async insert(em, inserted) {
      const [row] = await sql<{ id: string; number: number }>(em, insert, inserted);
      return row;
    },
    async insertAlone(database, inserted) {
      await database.readRow({ name: `${table}_first`, text: insert }, inserted);
    },
  };
}
