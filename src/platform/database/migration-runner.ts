import { setTimeout as sleep } from 'node:timers/promises';
import type { Migration } from '@mikro-orm/migrations';
import type pg from 'pg';
import type { Logger } from '../observability/logger.ts';
import { type Backfill, type Step, SteppedMigration } from './migration-steps.ts';
import { isLockFailure } from './sqlstate.ts';

export interface MigrationLimits {
  /**
   * How long a change waits for its lock. Everybody who comes after it waits behind it, for as long at the most. Well below
   * the second after which PostgreSQL looks for deadlocks, so that of two it is the migration that gives way.
   */
  lockTimeoutMs: number;
  /** How long one step is attempted again and again, while its lock is not to be had. */
  patienceMs: number;
  /** How long one batch of a backfill should take: others wait as long for a row of it. */
  batchMs: number;
}

export const MIGRATION_LIMITS: MigrationLimits = { lockTimeoutMs: 300, patienceMs: 600_000, batchMs: 150 };

const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 5_000;
const FIRST_BATCH = 200;
const MIN_BATCH = 50;
const MAX_BATCH = 5_000;
/** Of the time of a batch, for the others. */
const REST = 0.15;
const TELL_EVERY_MS = 5_000;

export interface NamedMigration {
  name: string;
  migration: Migration;
}

interface Progress {
  step: number;
  lastKey: string;
  rows: number;
}

interface Batch {
  last: string;
  rows: number;
}

/** Runs migrations over one connection, which holds the lock against other runs. */
export class MigrationRunner {
  readonly #client: pg.Client;
  readonly #table: string;
  readonly #logger: Logger;
  readonly #limits: MigrationLimits;
  readonly #signal: AbortSignal | undefined;

  /** @param table where it is written down which migrations were run */
  constructor(client: pg.Client, table: string, logger: Logger, limits: MigrationLimits, signal?: AbortSignal) {
    this.#client = client;
    this.#table = table;
    this.#logger = logger;
    this.#limits = limits;
    this.#signal = signal;
  }

  /** Fills a database that nobody uses yet: all in one transaction, so that nothing half-made is left. */
  async fill(migrations: readonly NamedMigration[]): Promise<void> {
    await this.#transaction(async () => {
      await this.#query(TABLE_OF_MIGRATIONS(this.#table));
      for (const { name, migration } of migrations) {
        const statements = (await stepsOf(migration)).flatMap(atOnce);
        await this.#query([...statements, this.#done(name)].map((text) => text.replace(/;\s*$/, '')).join(';\n'));
      }
    });
  }

  /** Brings along a database that is in use: each step is committed by itself. */
  async bringAlong(migrations: readonly NamedMigration[]): Promise<void> {
    await this.#query(TABLE_OF_PROGRESS);
    await this.#query(SETTINGS);
    for (const [at, { name, migration }] of migrations.entries()) {
      this.#logger.info(`Migration ${at + 1} of ${migrations.length}: ${name}`);
      await this.#run(name, await stepsOf(migration));
    }
    await this.#query('drop table migration_progress');
  }

  async #run(name: string, steps: readonly Step[]): Promise<void> {
    const progress = await this.#progressOf(name);
    for (let at = progress.step; at < steps.length; at++) {
      const record = () => this.#record(name, at + 1, steps.length);
      await this.#runStep(
        name,
        steps[at]!,
        record,
        at === progress.step ? progress : { step: at, lastKey: '', rows: 0 },
      );
    }
  }

  async #runStep(name: string, step: Step, record: () => Promise<void>, progress: Progress): Promise<void> {
    switch (step.kind) {
      case 'change':
        return this.#untilLocked(name, () =>
          this.#transaction(async () => {
            await this.#query(`set local lock_timeout = ${this.#limits.lockTimeoutMs}`);
            for (const statement of step.statements) await this.#query(statement);
            await record();
          }),
        );
      case 'index':
        await this.#untilLocked(name, () => this.#buildIndex(step.name, step.text));
        return record();
      case 'drop index':
        await this.#untilLocked(name, () => this.#query(`drop index concurrently if exists "${step.name}"`));
        return record();
      case 'validate':
        await this.#untilLocked(name, () =>
          this.#query(`alter table "${step.table}" validate constraint "${step.constraint}"`),
        );
        return record();
      case 'backfill':
        await this.#backfill(name, step, progress);
        return record();
      case 'analyze':
        await this.#query(`analyze "${step.table}"`);
        return record();
    }
  }

  /** What an earlier run left unfinished is invalid: no reader uses it, and every writer keeps it. */
  async #buildIndex(name: string, text: string): Promise<void> {
    const [found] = await this.#query<{ isValid: boolean }>(
      `select indisvalid as "isValid" from pg_index where indexrelid = to_regclass($1)`,
      [`"${name}"`],
    );
    if (found?.isValid) return;
    if (found) await this.#query(`drop index concurrently "${name}"`);
    const begun = performance.now();
    await this.#query(text.replace(/^create (unique )?index /, 'create $1index concurrently '));
    const seconds = (performance.now() - begun) / 1_000;
    if (seconds > 1) this.#logger.info(`Index ${name} was built in ${seconds.toFixed(1)} s`);
  }

  async #backfill(name: string, { table, key, set, where }: Backfill, { lastKey, rows }: Progress): Promise<void> {
    const about = await this.#aboutRows(table);
    let from = lastKey;
    let done = rows;
    let many = FIRST_BATCH;
    let told = performance.now();
    // One statement, so that nothing is held while it is waited for the next one.
    const oneBatch = async () => {
      const [batch] = await this.#query<Batch>(
        `with batch as (
           select max(key) as last, count(*)::int as rows
           from (select "${key}" as key from "${table}" where "${key}" > $1 order by "${key}" limit $2) keys
         ), changed as (
           update "${table}" set ${set}
           where "${key}" > $1 and "${key}" <= (select last from batch) and (${where})
         )
         update migration_progress set last_key = batch.last, rows = migration_progress.rows + batch.rows, at = now()
         from batch where migration = $3 and batch.last is not null returning batch.last, batch.rows`,
        [from, many, name],
      );
      return batch ?? null;
    };
    // Whatever a crash of the database takes of it is done again.
    await this.#query(`set lock_timeout = ${this.#limits.lockTimeoutMs}; set synchronous_commit = off`);
    for (;;) {
      const began = performance.now();
      const batch = await this.#untilLocked(name, oneBatch, () => {
        many = Math.max(MIN_BATCH, Math.floor(many / 2));
      });
      if (batch === null) break;
      from = batch.last;
      done += batch.rows;
      const tookMs = performance.now() - began;
      const fitting = many * Math.min(2, Math.max(0.5, this.#limits.batchMs / tookMs));
      many = Math.round(Math.min(MAX_BATCH, Math.max(MIN_BATCH, fitting)));
      if (performance.now() - told > TELL_EVERY_MS) {
        told = performance.now();
        this.#logger.info(`${name}: ${done} of about ${about} rows of ${table}`);
      }
      await sleep(tookMs * REST, undefined, { signal: this.#signal });
    }
    await this.#query('reset lock_timeout; reset synchronous_commit');
    if (done > 0) this.#logger.info(`${name}: all ${done} rows of ${table}`);
  }

  async #aboutRows(table: string): Promise<number> {
    const [row] = await this.#query<{ rows: number }>(
      'select greatest(reltuples, 0)::int as rows from pg_class where oid = to_regclass($1)',
      [`"${table}"`],
    );
    return row?.rows ?? 0;
  }

  /** Attempts `work` again while others hold what it needs, or it had to give way to them: then nothing of it was done. */
  async #untilLocked<T>(name: string, work: () => Promise<T>, onFailure?: () => void): Promise<T> {
    const deadline = performance.now() + this.#limits.patienceMs;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
      this.#signal?.throwIfAborted();
      try {
        return await work();
      } catch (error) {
        if (!isLockFailure(error)) throw error;
        onFailure?.();
        const inTheWay = await this.#longTransactions();
        if (performance.now() > deadline) {
          throw new Error(
            `Migration ${name} could not have its lock in ${this.#limits.patienceMs / 1_000} s. ${inTheWay} What was done until here is kept: run imprimatur migrate again when these have ended.`,
            { cause: error },
          );
        }
        this.#logger.warn(`${name} waits for a lock. ${inTheWay}`);
        await sleep(pauseMs * (0.5 + Math.random()), undefined, { signal: this.#signal });
      }
    }
  }

  /** No text of theirs: it may hold what is secret. */
  async #longTransactions(): Promise<string> {
    const found = await this.#query<{ one: string }>(
      `select format('process %s (%s, %s for %s s)', pid, coalesce(nullif(application_name, ''), 'unnamed'), state,
         extract(epoch from now() - xact_start)::int) as one
       from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
       order by xact_start limit 3`,
    );
    if (found.length === 0) return 'No transaction is open any more.';
    return `The oldest open transactions: ${found.map(({ one }) => one).join(', ')}.`;
  }

  async #progressOf(name: string): Promise<Progress> {
    const [row] = await this.#query<Progress>(
      `insert into migration_progress (migration) values ($1)
       on conflict (migration) do update set at = now() returning step, last_key as "lastKey", rows::int`,
      [name],
    );
    return row!;
  }

  async #record(name: string, step: number, of: number): Promise<void> {
    if (step < of) {
      await this.#query(
        `update migration_progress set step = $2, last_key = '', rows = 0, at = now() where migration = $1`,
        [name, step],
      );
    } else {
      await this.#query(this.#done(name));
    }
  }

  #done(name: string): string {
    return `insert into ${this.#table} (name) values ('${name}')`;
  }

  async #transaction<T>(work: () => Promise<T>): Promise<T> {
    await this.#query('begin');
    try {
      const result = await work();
      await this.#query('commit');
      return result;
    } catch (error) {
      await this.#client.query('rollback').catch(() => {});
      throw error;
    }
  }

  async #query<Row>(text: string, values?: unknown[]): Promise<Row[]> {
    return (await this.#client.query(text, values)).rows as Row[];
  }
}

/** A migration that is not in steps is one change. */
export async function stepsOf(migration: Migration): Promise<readonly Step[]> {
  if (migration instanceof SteppedMigration) return migration.steps();
  await migration.up();
  const statements = migration.getQueries().map((query) => {
    if (typeof query !== 'string') throw new Error('A migration gives its statements as text.');
    return query;
  });
  return [{ kind: 'change', statements }];
}

/** The statements of a step where nobody is kept waiting by them. */
function atOnce(step: Step): readonly string[] {
  switch (step.kind) {
    case 'change':
      return step.statements;
    case 'index':
      return [step.text];
    case 'drop index':
      return [`drop index if exists "${step.name}"`];
    case 'validate':
      return [`alter table "${step.table}" validate constraint "${step.constraint}"`];
    case 'backfill':
      return [`update "${step.table}" set ${step.set} where ${step.where}`];
    case 'analyze':
      return [];
  }
}

/** As MikroORM makes it. */
const TABLE_OF_MIGRATIONS = (table: string) =>
  `create table if not exists ${table} (id serial primary key, name varchar(255) not null, executed_at timestamptz(6) not null default current_timestamp(6))`;

/** There only while migrations run: what a run that is broken off has done, for the one that goes on. */
const TABLE_OF_PROGRESS = `create table if not exists migration_progress (
  migration varchar(255) primary key, step int not null default 0, last_key text not null default '',
  rows bigint not null default 0, at timestamptz not null default now())`;

/** Requests come first: an index takes one core at the most. */
const SETTINGS = `set max_parallel_maintenance_workers = 0;
select set_config('maintenance_work_mem', '256MB', false) from pg_settings
where name = 'maintenance_work_mem' and setting::bigint < 262144`;
