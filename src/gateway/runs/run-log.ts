import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../platform/database/database.ts';
import { GroupCommit } from '../../platform/database/group-commit.ts';
import { isOfAnotherPartition } from '../../platform/database/sqlstate.ts';
import { isOutage } from '../../platform/errors/errors.ts';
import { storableJson } from '../../platform/errors/well-formed.ts';
import { insertEnded } from './run.sql.ts';
import type { Row, RunRecord } from './run-rows.ts';

/**
 * Writes how runs ended, settles what they cost, and asks approval for what is held, in one statement for all that end at the
 * same moment: all of it is on the disk when it resolves, or nothing is. A run that the sweep has written meanwhile stays as that has it.
 */
export class RunLog {
  readonly #database: Database;
  readonly #commits = new GroupCommit<RunRecord, undefined>({ write: (records) => this.#writeAll(records) });

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Resolves once the record is on the disk. A database that is away for a moment is waited for; after that what was set aside
   * stays, and the sweep will tell of a run whose end nobody knows.
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

  /** Waits for what is being written. */
  stop(): Promise<void> {
    return this.#commits.stop();
  }

  async #writeAll(records: readonly RunRecord[]): Promise<readonly undefined[]> {
    const contents = records.flatMap(({ content }): readonly Row[] => (content ? [content] : []));
    const approvals = records.flatMap(({ approval }): readonly Row[] => (approval ? [approval] : []));
    await insertEnded(this.#database, {
      settlements: storableJson(records.flatMap(({ settlement }): readonly Row[] => (settlement ? [settlement] : []))),
      runs: storableJson(records.map(({ run }) => run)),
      attempts: storableJson(records.flatMap(({ attempts }) => attempts)),
      contents: contents.length > 0 ? storableJson(contents) : null,
      approvals: approvals.length > 0 ? storableJson(approvals) : null,
    });
    return records.map(() => undefined);
  }
}

/** Whoever waits for the last word of an answer waits for these as well. */
const PAUSES_MS = [200, 800];
