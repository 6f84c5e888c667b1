import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { DatabaseSettings } from './database-settings.ts';
import { limitSession, type RunQuery } from './migration.sql.ts';
import { isOfTheData } from './sqlstate.ts';
import {
  analyzeTables,
  type CopiedTable,
  continueSequence,
  copyInLine,
  copyOutLine,
  countOtherConnections,
  createPartition,
  digestTable,
  emptyTables,
  fixTextFormat,
  hasServed,
  readPartitions,
  readSequences,
  readTables,
  switchTriggers,
  withFrozenTables,
  withLockedTables,
} from './table-copy.sql.ts';

/** A connection to a database of the service, and the schemas of its tables and of its job queue. */
export interface CopyEnd {
  client: pg.Client;
  query: RunQuery;
  settings: Pick<DatabaseSettings, 'schema' | 'queueSchema'>;
}

export interface TableCopyOptions {
  from: CopyEnd;
  /** Has the tables of the same release. */
  to: CopyEnd;
  /** Called before each table. */
  report?(progress: CopyProgress): void;
}

/** Position of a table among those to copy. */
export interface CopyProgress {
  table: string;
  number: number;
  of: number;
}

/** Numbers of the copied tables and rows. */
export interface CopiedRows {
  tables: number;
  rows: number;
}

/** The databases can't be copied, or the copy differs from the original. Nothing was stored. */
export class CopyFailure extends Error {
  override readonly name = 'CopyFailure';
}

/** Time limit for the locks of all tables. In databases that are not in use, they are free at once. */
const LOCK_TIMEOUT_MS = 30_000;

const schemasOf = ({ settings: { schema, queueSchema } }: CopyEnd) => [schema, queueSchema];

/** Tables at an end that the service doesn't know, or that hold the data of a service. Null if the database can be copied to. */
export async function reasonNotToFill(end: Omit<CopyEnd, 'client'>, known: readonly string[]): Promise<string | null> {
  const { schema, queueSchema } = end.settings;
  const tables = await readTables(end.query, [schema, queueSchema]);
  const foreign = tables.filter((one) => one.schema === schema && !known.includes(one.name));
  if (foreign.length > 0) {
    const names = foreign.map(({ name }) => name);
    const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
    return `its schema ${schema} has tables of another program: ${names.slice(0, MOST_NAMED).join(', ')}${more}`;
  }
  return (await hasServed(end.query, schema)) ? 'it holds the data of a service' : null;
}

const MOST_NAMED = 3;

/**
 * Copies all rows into a database without data: one snapshot into one transaction, so that either everything is stored or nothing.
 * Afterwards compares the number of rows and a digest of each table.
 * @throws CopyFailure if the tables differ, the source is in use, or the target holds data
 */
export async function copyTables({ from, to, report }: TableCopyOptions): Promise<CopiedRows> {
  const tables = inOrder(await readTables(from.query, schemasOf(from)));
  for (const { query } of [from, to]) {
    await limitSession(query, LOCK_TIMEOUT_MS);
    await fixTextFormat(query);
  }
  const targets = tables.map((table) => atEnd(table, from, to));
  assertSameTables(targets, await readTables(to.query, schemasOf(to)));
  const rows = await withFrozenTables(from.query, tables, () =>
    withLockedTables(to.query, targets, () => fill({ from, to, report }, tables, targets)),
  );
  await analyzeTables(to.query, targets);
  return { tables: tables.length, rows };
}

/** Copies into the locked tables of the target. @returns the number of rows */
async function fill(
  { from, to, report }: TableCopyOptions,
  tables: readonly CopiedTable[],
  targets: readonly CopiedTable[],
): Promise<number> {
  // Checked with the lock, because a service could have been started with the target in the meantime.
  if (await hasServed(to.query, to.settings.schema)) throw new CopyFailure('A service uses the target already.');
  await copyPartitions(from, to);
  await switchTriggers(to.query, targets, 'disable');
  await emptyTables(to.query, targets);
  let rows = 0;
  for (const [at, table] of tables.entries()) {
    const target = targets[at]!;
    report?.({ table: target.name, number: at + 1, of: tables.length });
    await copyRows(from.client, to.client, table, target);
    rows += await compareTables(from.query, to.query, table, target);
  }
  await copySequences(from, to);
  await switchTriggers(to.query, targets, 'enable');
  // Checked at the end, because a service that was started in the meantime waits for the locks of the source.
  if ((await countOtherConnections(from.query)) > 0) throw new CopyFailure('A process has begun to use the source.');
  return rows;
}

/** The table with the name of its schema at the other end. */
function atEnd(table: CopiedTable, from: CopyEnd, to: CopyEnd): CopiedTable {
  return { ...table, schema: schemaAt(table.schema, from, to) };
}

const schemaAt = (schema: string, from: CopyEnd, to: CopyEnd) =>
  schema === from.settings.queueSchema ? to.settings.queueSchema : to.settings.schema;

/** Orders tables so that each comes after those that its foreign keys refer to. */
function inOrder(tables: readonly CopiedTable[]): CopiedTable[] {
  const ordered = new Map<string, CopiedTable>();
  const byName = new Map(tables.map((one) => [`${one.schema}.${one.name}`, one]));
  const visit = (name: string, waiting: readonly string[]) => {
    const table = byName.get(name);
    if (!table || ordered.has(name)) return;
    if (waiting.includes(name)) throw new CopyFailure(`The foreign keys of ${name} form a cycle.`);
    for (const reference of table.references) visit(reference, [...waiting, name]);
    ordered.set(name, table);
  };
  for (const name of byName.keys()) visit(name, []);
  return [...ordered.values()];
}

/** @throws CopyFailure unless the databases have the same tables and columns */
function assertSameTables(wanted: readonly CopiedTable[], found: readonly CopiedTable[]): void {
  const formOf = ({ schema, name, columns }: CopiedTable) => `${schema}.${name} (${columns.join(', ')})`;
  const [missing, surplus] = [
    difference(wanted.map(formOf), found.map(formOf)),
    difference(found.map(formOf), wanted.map(formOf)),
  ];
  if (missing.length + surplus.length === 0) return;
  throw new CopyFailure(`The databases have different tables: ${[...missing, ...surplus].join('; ')}.`);
}

function difference(one: readonly string[], other: readonly string[]): string[] {
  const known = new Set(other);
  return one.filter((each) => !known.has(each));
}

/** Creates the partitions that the target lacks, so that rows of a month are stored as in the source. */
async function copyPartitions(from: CopyEnd, to: CopyEnd): Promise<void> {
  const { schema } = to.settings;
  for (const partition of await readPartitions(from.query, [from.settings.schema])) {
    await createPartition(to.query, schema, partition);
  }
}

/** Copies the rows of a table as a stream, so that memory stays bounded. */
async function copyRows(source: pg.Client, destination: pg.Client, table: CopiedTable, target: CopiedTable) {
  try {
    await pipeline(source.query(copyTo(copyOutLine(table))), destination.query(copyFrom(copyInLine(target))));
  } catch (cause) {
    if (!isOfTheData(cause)) throw cause;
    throw new CopyFailure(`The target refuses rows of ${target.name}: ${(cause as Error).message}.`, { cause });
  }
}

/** @returns the number of rows. @throws CopyFailure unless both tables have the same rows */
async function compareTables(source: RunQuery, destination: RunQuery, table: CopiedTable, target: CopiedTable) {
  const [original, copy] = await Promise.all([digestTable(source, table), digestTable(destination, target)]);
  if (original.rows !== copy.rows || original.digest !== copy.digest) {
    throw new CopyFailure(`The copy of ${table.name} differs: ${copy.rows} of ${original.rows} rows.`);
  }
  return Number(original.rows);
}

async function copySequences(from: CopyEnd, to: CopyEnd): Promise<void> {
  for (const sequence of await readSequences(from.query, schemasOf(from))) {
    await continueSequence(to.query, { ...sequence, schema: schemaAt(sequence.schema, from, to) });
  }
}
