import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Migration } from '@mikro-orm/migrations';
import pg from 'pg';
import {
  MIGRATION_LIMITS,
  MigrationRunner,
  type NamedMigration,
  stepsOf,
} from '../../src/platform/database/migration-runner.ts';
import { type Step, SteppedMigration } from '../../src/platform/database/migration-steps.ts';
import { createLogger } from '../../src/platform/observability/logger.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../src/migrations');

/** The migrations that come after `released`, in their order. */
export async function migrationsAfter(released: string): Promise<NamedMigration[]> {
  const names = readdirSync(FOLDER)
    .flatMap((file) => /^(.+-migration)\.ts$/.exec(file)?.[1] ?? [])
    .filter((name) => name > released)
    .sort();
  return Promise.all(
    names.map(async (name) => {
      const found = Object.values(await import(pathToFileURL(path.join(FOLDER, `${name}.ts`)).href));
      const Made = found.find((one) => typeof one === 'function') as new (...args: unknown[]) => Migration;
      return { name, migration: new Made() };
    }),
  );
}

/** Of these an ALTER TABLE, a trigger or a key takes one for a moment. What is weaker keeps nobody from reading and writing. */
const STRONG = ['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock'];

interface Held {
  table: string;
  /** The partitioned table of a partition. Statements lock it before its partitions, so they are waited for as one. */
  root: string;
  mode: string;
}

interface Rows {
  table: string;
  /** Where its rows lie: another place means that all were written anew. */
  place: string;
  read: number;
  written: number;
}

/**
 * Runs migrations step by step, and looks after each statement at what it holds of the tables that were there before.
 * @returns what would keep others waiting, in words
 */
export async function locksAgainstRules(databaseUrl: string, migrations: readonly NamedMigration[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const faults: string[] = [];
  const runner = new MigrationRunner(client, {
    table: 'mikro_orm_migrations',
    logger: createLogger('silent'),
    limits: MIGRATION_LIMITS,
  });
  try {
    const { rows } = await client.query<{ oid: number }>(
      `select c.oid::int from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
         and relname <> 'mikro_orm_migrations'`,
    );
    const before = rows.map(({ oid }) => oid);
    for (const { name, migration } of migrations) {
      for (const [at, step] of (await stepsOf(migration)).entries()) {
        if (step.kind === 'change') faults.push(...(await inspected(client, step.statements, before, name)));
        else await runner.migrateInUse([{ name: `${name} ${at}`, migration: ofOneStep(step) }]);
      }
    }
    return faults;
  } finally {
    await client.end();
  }
}

function ofOneStep(step: Step): Migration {
  class OfOneStep extends SteppedMigration {
    override steps(): Step[] {
      return [step];
    }
  }
  return new OfOneStep(undefined as never, undefined as never);
}

async function inspected(
  client: pg.Client,
  statements: readonly string[],
  before: readonly number[],
  name: string,
): Promise<string[]> {
  const faults: string[] = [];
  await client.query('begin');
  const first = await rowsOf(client, before);
  for (const statement of statements) {
    await client.query(statement);
    const fault = (what: string) => faults.push(`${name}: ${what}: ${statement.replace(/\s+/g, ' ').slice(0, 120)}`);
    const held = await heldBy(client, before);
    for (const { table, mode } of held) {
      if (mode === 'ShareLock') fault(`builds an index of ${table} while nobody can write to it; make it an index()`);
    }
    const strong = new Set(held.filter(({ mode }) => STRONG.includes(mode)).map(({ root }) => root));
    if (strong.size > 1) {
      fault(`holds locks on ${[...strong].join(' and ')} at once; make a change() of each`);
    }
    for (const [at, now] of (await rowsOf(client, before)).entries()) {
      const then = first[at]!;
      if (now.place !== then.place) fault(`writes ${now.table} anew; add a column, fill it by a backfill()`);
      else if (now.written > then.written)
        fault(`changes rows of ${now.table} in one transaction; make it a backfill()`);
      else if (now.read > then.read && held.some(({ table }) => table === now.table)) {
        fault(`looks at every row of ${now.table} while it is locked; add it NOT VALID, then validate()`);
      }
    }
  }
  await client.query('commit');
  return faults;
}

async function heldBy(client: pg.Client, before: readonly number[]): Promise<Held[]> {
  const { rows } = await client.query<Held>(
    `select relation::regclass::text as table, coalesce(pg_partition_root(relation), relation)::regclass::text as root, mode
     from pg_locks
     where pid = pg_backend_pid() and granted and relation = any($1::oid[])
       and mode not in ('AccessShareLock', 'RowShareLock', 'RowExclusiveLock') order by 1, 2`,
    [before],
  );
  return rows;
}

async function rowsOf(client: pg.Client, before: readonly number[]): Promise<Rows[]> {
  const { rows } = await client.query<Rows>(
    `select one.oid::regclass::text as table, pg_relation_filenode(one.oid)::text as place,
       pg_stat_get_xact_tuples_returned(one.oid)::int as read,
       (pg_stat_get_xact_tuples_updated(one.oid) + pg_stat_get_xact_tuples_deleted(one.oid))::int as written
     from unnest($1::oid[]) as one (oid) join pg_class using (oid) order by one.oid`,
    [before],
  );
  return rows;
}
