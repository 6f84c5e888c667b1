import type { Database } from '../../database/database.ts';
import { prepared } from '../../database/prepared-statements.ts';
import { SharedReads } from '../../database/shared-read.ts';
import { countOf, type RowFilter } from './page-rows.sql.ts';

/**
 * Maximum number of rows that are counted. Counting a million rows takes longer than everything else, and no one pages through
 * them.
 */
export const COUNTED_EXACTLY = 1_000;

/** Number of rows of a list: exact for short lists, a lower bound for long ones. */
export interface RowCount {
  count: number;
  isExact: boolean;
}

/** Counts the rows of lists. Concurrent requests for the same count share one query. */
export class PageCounts {
  readonly #row: string;
  readonly #totals = new SharedReads<RowCount>();

  /** @param row name of the table */
  constructor(row: string) {
    this.#row = row;
  }

  count(database: Database, filter: RowFilter): Promise<RowCount> {
    const text = countOf(this.#row, filter, COUNTED_EXACTLY + 1);
    return this.#totals.get(JSON.stringify([database.isReplica, text, filter.values]), async () => {
      const statement = filter.isPlannedEachTime ? { name: undefined, text } : prepared(text);
      const { rows } = await database.readRows(statement, filter.values);
      const [counted, isCut] = rows[0]!;
      const count = Math.min(Number(counted), COUNTED_EXACTLY);
      return { count, isExact: count === Number(counted) && isCut !== 't' };
    });
  }
}
