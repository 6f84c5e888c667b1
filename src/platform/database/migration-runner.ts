import { setTimeout as sleep } from 'node:timers/promises';
import type { Migration } from '@mikro-orm/migrations';
import type pg from 'pg';
import type { Logger } from '../observability/logger.ts';
import {
  analyzeTable,
  type BackfilledRows,
  backfillAtOnce,
  backfillBatch,
  beginBatches,
  beginProgress,
  buildIndex,
  createMigrationTable,
  createProgressTable,
  dropIndexAtOnce,
  dropIndexConcurrently,
  endBatches,
  estimateRows,
  findIndexState,
  inTransaction,
  limitIndexBuilds,
  limitLockWait,
  longTransactions,
  type MigrationProgress,
  type RunQuery,
  recordLastMigration,
  recordMigration,
  recordStep,
  validateConstraint,
} from './migration.sql.ts';
import { type Step, SteppedMigration } from './migration-steps.ts';
import { isCanceled, isLockFailure } from './sqlstate.ts';

export interface MigrationLimits {
  /**
   * Milliseconds for which a schema change waits for its lock. Other clients' statements on the table wait behind the change.
   * Well below the second after which PostgreSQL detects deadlocks, so that the migration ends its wait first.
   */
  lockTimeoutMs: number;
  /** Milliseconds for which a step is retried while its lock isn't available. */
  patienceMs: number;
  /** Target duration of one batch of a backfill in milliseconds. Other statements can have to wait that long for a row. */
  batchMs: number;
}

export const MIGRATION_LIMITS: MigrationLimits = { lockTimeoutMs: 300, patienceMs: 600_000, batchMs: 150 };

const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 5_000;
const FIRST_BATCH = 200;
const MIN_BATCH = 50;
const MAX_BATCH = 5_000;
/** Pause after each batch of a backfill, as a share of the batch's duration. */
const REST = 0.15;
const REPORT_EVERY_MS = 5_000;

export interface NamedMigration {
  name: string;
  migration: Migration;
}

export interface RunnerOptions {
  /** Name of the table with the completed migrations. */
  table: string;
  logger: Logger;
  limits: MigrationLimits;
  signal?: AbortSignal;
  /** Called at the end of each transaction that changes the schema. */
  endChange?(): Promise<void>;
}

/** Runs migrations over one connection, which holds the lock that prevents concurrent runs. */
export class MigrationRunner {
  readonly #query: RunQuery;
  readonly #table: string;
  readonly #logger: Logger;
  readonly #limits: MigrationLimits;
  readonly #signal: AbortSignal | undefined;
  readonly #endChange: () => Promise<void>;

  constructor(client: pg.Client, { table, logger, limits, signal, endChange = async () => {} }: RunnerOptions) {
    this.#query = async (text, values) => (await client.query(text, values)).rows;
    this.#table = table;
    this.#logger = logger;
    this.#limits = limits;
    this.#signal = signal;
    this.#endChange = endChange;
  }

  /** Runs all migrations on a new database in one transaction, so that a failure leaves nothing behind. */
  async fill(migrations: readonly NamedMigration[]): Promise<void> {
    await inTransaction(this.#query, () => this.fillInTransaction(migrations));
  }

  /** Does the same as `fill`, in the open transaction of the connection. */
  async fillInTransaction(migrations: readonly NamedMigration[]): Promise<void> {
    await createMigrationTable(this.#query, this.#table);
    for (const { name, migration } of migrations) {
      const statements = (await stepsOf(migration)).flatMap(atOnce);
      const text = [...statements, recordMigration(this.#table, name)].map((one) => one.replace(/;\s*$/, ''));
      await named(name, () => this.#query(text.join(';\n')));
    }
    await this.#endChange();
  }

  /** Runs migrations on a database that is in use. Each step is committed on its own. */
  async migrateInUse(migrations: readonly NamedMigration[]): Promise<void> {
    await createProgressTable(this.#query);
    await limitIndexBuilds(this.#query);
    for (const [at, { name, migration }] of migrations.entries()) {
      this.#logger.info(`Migration ${at + 1} of ${migrations.length}: ${name}`);
      const steps = await stepsOf(migration);
      await named(name, () => this.#run(name, steps, at === migrations.length - 1));
    }
  }

  async #run(name: string, steps: readonly Step[], isLast: boolean): Promise<void> {
    const progress = await beginProgress(this.#query, name);
    for (let at = progress.step; at < steps.length; at++) {
      const record = () => this.#record(name, at + 1, steps.length, isLast);
      await this.#runStep(
        name,
        steps[at]!,
        record,
        at === progress.step ? progress : { step: at, lastKey: '', rows: 0 },
      );
    }
  }

  async #runStep(name: string, step: Step, record: () => Promise<void>, progress: MigrationProgress): Promise<void> {
    switch (step.kind) {
      case 'change':
        return this.#untilLocked(name, () =>
          inTransaction(this.#query, async () => {
            await limitLockWait(this.#query, this.#limits.lockTimeoutMs);
            for (const statement of step.statements) await this.#query(statement);
            await this.#endChange();
            await record();
          }),
        );
      case 'index':
        await this.#untilLocked(name, () => this.#buildIndex(step.name, step.text));
        return record();
      case 'drop index':
        await this.#untilLocked(name, () => dropIndexConcurrently(this.#query, step.name));
        return record();
      case 'validate':
        await this.#untilLocked(name, () => this.#query(validateConstraint(step.table, step.constraint)));
        return record();
      case 'backfill':
        await this.#backfill(name, step, progress);
        return record();
      case 'analyze':
        await analyzeTable(this.#query, step.table);
        return record();
    }
  }

  /** Builds an index. First drops an invalid one, which an interrupted run left: no query uses it, and every write updates it. */
  async #buildIndex(name: string, text: string): Promise<void> {
    const isValid = await findIndexState(this.#query, name);
    if (isValid) return;
    if (isValid === false) await dropIndexConcurrently(this.#query, name);
    const begun = performance.now();
    await buildIndex(this.#query, text);
    const seconds = (performance.now() - begun) / 1_000;
    if (seconds > 1) this.#logger.info(`Index ${name} was built in ${seconds.toFixed(1)} s`);
  }

  async #backfill(name: string, backfilled: BackfilledRows, { lastKey, rows }: MigrationProgress): Promise<void> {
    const { table } = backfilled;
    const about = await estimateRows(this.#query, table);
    let from = lastKey;
    let done = rows;
    let many = FIRST_BATCH;
    let reportedAt = performance.now();
    // Each batch is one statement, so that no lock is held while waiting for the next batch.
    const oneBatch = () => backfillBatch(this.#query, name, backfilled, { after: from, size: many });
    // Batches may be lost in a crash of the database, because they are repeated then.
    await beginBatches(this.#query, this.#limits.lockTimeoutMs);
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
      if (performance.now() - reportedAt > REPORT_EVERY_MS) {
        reportedAt = performance.now();
        this.#logger.info(`${name}: ${done} of about ${about} rows of ${table}`);
      }
      await sleep(tookMs * REST, undefined, { signal: this.#signal });
    }
    await endBatches(this.#query, this.#limits.patienceMs);
    if (done > 0) this.#logger.info(`${name}: all ${done} rows of ${table}`);
  }

  /**
   * Retries `work` while other transactions hold its lock. A failed attempt leaves nothing, except an invalid index that the
   * next attempt drops.
   */
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
            `Migration ${name} could not get its lock in ${this.#limits.patienceMs / 1_000} s. ${inTheWay} Finished steps are kept. Run imprimatur migrate again when these transactions have ended.`,
            { cause: error },
          );
        }
        this.#logger.warn(`${name} waits for a lock. ${inTheWay}`);
        await sleep(pauseMs * (0.5 + Math.random()), undefined, { signal: this.#signal });
      }
    }
  }

  /** Describes long transactions without their statements, which can contain secrets. */
  async #longTransactions(): Promise<string> {
    const found = await longTransactions(this.#query);
    if (found.length === 0) return 'No transaction is open any more.';
    return `The oldest open transactions: ${found.join(', ')}.`;
  }

  async #record(name: string, step: number, of: number, isLast: boolean): Promise<void> {
    if (step < of) {
      await recordStep(this.#query, name, step);
    } else if (isLast) {
      await recordLastMigration(this.#query, this.#table, name);
    } else {
      await this.#query(recordMigration(this.#table, name));
    }
  }
}

/** Runs `work`. @throws an error that names the migration if the database cancels one of its statements, which isn't retried */
async function named<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!isCanceled(cause)) throw cause;
    throw new Error(
      `Migration ${name} ended: the database cancelled a statement (${(cause as Error).message}). Finished steps are kept. Run imprimatur migrate again.`,
      { cause },
    );
  }
}

/** Steps of a migration. A migration without declared steps is one change. */
export async function stepsOf(migration: Migration): Promise<readonly Step[]> {
  if (migration instanceof SteppedMigration) return migration.steps();
  await migration.up();
  const statements = migration.getQueries().map((query) => {
    if (typeof query !== 'string') throw new Error('A migration must return its statements as text.');
    return query;
  });
  return [{ kind: 'change', statements }];
}

/** SQL of a step for a database that isn't in use. */
function atOnce(step: Step): readonly string[] {
  switch (step.kind) {
    case 'change':
      return step.statements;
    case 'index':
      return [step.text];
    case 'drop index':
      return [dropIndexAtOnce(step.name)];
    case 'validate':
      return [validateConstraint(step.table, step.constraint)];
    case 'backfill':
      return [backfillAtOnce(step)];
    case 'analyze':
      return [];
  }
}
