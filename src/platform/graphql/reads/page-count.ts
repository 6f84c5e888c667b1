import type { Database } from '../../database/database.ts';
import { prepared } from '../../database/prepared.ts';
import { SharedReads } from '../../database/shared-read.ts';
import { countOf, type RowFilter } from './page-rows.sql.ts';

/** Lists are counted no further: to count a million rows takes longer than all the rest, and nobody pages through them. */
export const COUNTED_EXACTLY = 1_000;

/** How many rows a list has: exactly while they are few, else how many at least. */
export interface RowCount {
  count: number;
  isExact: boolean;
}

/** Counts the rows of lists. Everybody who asks for the same count at once shares it. */
export class PageCounts {
  readonly #row: string;
  readonly #totals = new SharedReads<RowCount>();

  /** @param row the table. */
  constructor(row: string) {
    this.#row = row;
  }

  count(database: Database, filter: RowFilter): Promise<RowCount> {
    const text = countOf(this.#row, filter, COUNTED_EXACTLY + 1);
    return this.#totals.get(JSON.stringify([text, filter.values]), async () => {
      const statement = filter.isPlannedEachTime ? { name: undefined, text } : prepared(text);
      const { rows } = await database.readRows(statement, filter.values);
      const [counted, isCut] = rows[0]!;
      const count = Math.min(Number(counted), COUNTED_EXACTLY);
      return { count, isExact: count === Number(counted) && isCut !== 't' };
    });
  }
}
