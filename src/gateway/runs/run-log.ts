import { setTimeout as sleep } from 'node:timers/promises';
import { toBeLinked } from '../../chain/index.ts';
import type { Database } from '../../platform/database/database.ts';
import { GroupCommit } from '../../platform/database/group-commit.ts';
import { prepared } from '../../platform/database/prepared.ts';
import { isOutage } from '../../platform/errors/errors.ts';
import { storableJson } from '../../platform/errors/well-formed.ts';
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
        if (!isOutage(error)) throw error;
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
    const values = [
      storableJson(records.map(({ settlement }) => settlement)),
      storableJson(records.map(({ run }) => run)),
      storableJson(records.flatMap(({ attempts }) => attempts)),
      ...(contents.length > 0 ? [storableJson(contents)] : []),
      ...(approvals.length > 0 ? [storableJson(approvals)] : []),
    ];
    const withContent = contents.length > 0;
    const statement =
      approvals.length > 0 ? (withContent ? WRITE_ALL : WRITE_HELD) : withContent ? WRITE_WITH_CONTENT : WRITE;
    await this.#database.readRows(statement, values);
    return records.map(() => undefined);
  }
}

/** Whoever waits for the last word of an answer waits for these as well. */
const PAUSES_MS = [200, 800];

/**
 * The function is called whether or not anything of it is read, since it changes things; the count makes the rows wait for it.
 * A populated record has the columns of its table in their order, so whoever adds one need not come here.
 */
const writing = (withContent: boolean, held: '' | '$4' | '$5') => `
  with settled as materialized (select settle_usage($1::jsonb)),
  written as (
    insert into run
      select one.* from json_populate_recordset(null::run, $2::json) one, (select count(*) from settled) done
      on conflict (id) do nothing
      returning id
  )${
    withContent
      ? `, kept as (
    insert into run_content
      select one.* from json_populate_recordset(null::run_content, $4::json) one
      where one.run_id in (select id from written)
  )`
      : ''
  }${
    held
      ? `, filed as materialized (
    select request_approvals(coalesce(jsonb_agg(one), '[]'))
      from jsonb_array_elements(${held}::jsonb) one
      where one->>'subjectId' in (select id from written)
  )`
      : ''
  }, chained as (${toBeLinked('RUN', 'select id from written')})
  insert into attempt
    select one.* from json_populate_recordset(null::attempt, $3::json) one${held && ', (select count(*) from filed) asked'}
    where one.run_id in (select id from written)`;

const WRITE = prepared(writing(false, ''));
const WRITE_WITH_CONTENT = prepared(writing(true, ''));
const WRITE_HELD = prepared(writing(false, '$4'));
const WRITE_ALL = prepared(writing(true, '$5'));
