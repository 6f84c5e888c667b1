import { setTimeout as sleep } from 'node:timers/promises';
import type { CustomersApi } from '../../customers/index.ts';
import type { Database } from '../../platform/database/database.ts';
import { GroupCommit } from '../../platform/database/group-commit.ts';
import { isOfAnotherPartition } from '../../platform/database/sqlstate.ts';
import { isOutage } from '../../platform/errors/errors.ts';
import { storableJson } from '../../platform/errors/well-formed.ts';
import { newId } from '../../platform/ids.ts';
import { insertEnded, insertLate } from './run.sql.ts';
import type { RunLogRow, RunRecord } from './run-rows.ts';

/**
 * Records the results of runs, settles their costs and requests approvals, in one statement for all runs that end at the same
 * moment. If the sweep of lost reservations has recorded a run as aborted, the run gets a second record with another id, and its
 * cost is corrected.
 */
export class RunLog {
  readonly #database: Database;
  readonly #customers: Pick<CustomersApi, 'settled' | 'settleLate'>;
  readonly #commits = new GroupCommit<RunRecord, undefined>({ write: (records) => this.#writeAll(records) });

  constructor(database: Database, customers: Pick<CustomersApi, 'settled' | 'settleLate'>) {
    this.#database = database;
    this.#customers = customers;
  }

  /**
   * Resolves when the record is on disk. Retries if the database is briefly down. If the last try fails too, the reservation
   * stays, and the sweep of lost reservations records the run as aborted.
   */
  async write(record: RunRecord): Promise<void> {
    for (const pauseMs of PAUSES_MS) {
      try {
        await this.#commits.add(record);
        return;
      } catch (error) {
        if (!isOutage(error) && !isOfAnotherPartition(error)) throw error;
        await sleep(pauseMs * (0.5 + Math.random()));
      }
    }
    await this.#commits.add(record);
  }

  /** Waits for pending writes. */
  stop(): Promise<void> {
    return this.#commits.stop();
  }

  async #writeAll(records: readonly RunRecord[]): Promise<readonly undefined[]> {
    const contents = records.flatMap(({ content }): readonly RunLogRow[] => (content ? [content] : []));
    const approvals = records.flatMap(({ approval }): readonly RunLogRow[] => (approval ? [approval] : []));
    const citations = records.flatMap((record): readonly RunLogRow[] => (record.citations ? [record.citations] : []));
    const inserted = await insertEnded(this.#database, {
      settlements: storableJson(records.flatMap(({ settlement }) => settlement ?? [])),
      runs: storableJson(records.map(({ run }) => run)),
      attempts: storableJson(records.flatMap(({ attempts }) => attempts)),
      contents: contents.length > 0 ? storableJson(contents) : null,
      approvals: approvals.length > 0 ? storableJson(approvals) : null,
      citations: citations.length > 0 ? storableJson(citations) : null,
    });
    if (inserted.length < records.length) {
      const isNew = new Set(inserted);
      for (const record of records.filter(({ run }) => !isNew.has(run.id as string))) await this.#writeLate(record);
    }
    this.#customers.settled(records.map(({ run }) => run.id as string));
    return records.map(() => undefined);
  }

  /**
   * Records a run that already has a record. If that record was written by the sweep of lost reservations, the real end becomes a
   * second record with another id. Otherwise nothing is written.
   */
  async #writeLate({ settlement, run, attempts, content, approval, citations }: RunRecord): Promise<void> {
    if (!settlement) return;
    await this.#database.transactional(async (em) => {
      const swept = await this.#customers.settleLate(em, [settlement]);
      if (swept.length === 0) return;
      const id = newId('run');
      await insertLate(em, run.id as string, {
        run: { ...run, id, aborted_run_id: run.id },
        attempts: attempts.map((attempt) => ({ ...attempt, run_id: id })),
        content: content && { ...content, run_id: id },
        approval: approval && { ...approval, subjectId: id },
        citations: citations && { ...citations, run_id: id },
      });
    });
  }
}

/** Milliseconds between retries of a write. The caller waits for the write before it gets the end of its answer. */
const PAUSES_MS = [200, 800];
