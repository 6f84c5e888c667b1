import type { EntityManager } from '@mikro-orm/postgresql';
import { type Database, type PreparedStatement, sql } from './database.ts';

const NOW_MS = '(extract(epoch from clock_timestamp()) * 1000)::float8';
const READ_TIME: PreparedStatement = { name: 'database_time', text: `select ${NOW_MS}` };

/** Reads the database's clock outside any transaction. Milliseconds since 1970. */
export function readDatabaseMs(database: Database): Promise<number> {
  return database.readValue<number>(READ_TIME, []);
}

/** Reads the database's clock within the transaction of `em`, for stored dates that every process must agree on. */
export async function databaseTime(em: EntityManager): Promise<Date> {
  const [row] = await sql<{ ms: number }>(em, `select ${NOW_MS} as ms`);
  return new Date(row!.ms);
}

/** SQL expression of a time as ISO 8601 text in UTC, with milliseconds, as records are hashed and exported. */
export function isoTime(expression: string): string {
  return `to_char(${expression} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
