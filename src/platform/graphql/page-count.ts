import type { Database } from '../database/database.ts';
import { SharedReads } from '../database/shared-read.ts';
import { type RowFilter, rowsFrom, where } from './page-rows.ts';
import { prepared } from './prepared.ts';

/** A list is counted no further. Counting a million rows takes longer than all the rest, and nobody pages through them. */
export const COUNTED_AT_MOST = 1_000;

/** How many rows a list has: exact while they are few, else what it has at least. */
export interface Total {
  count: number;
  isExact: boolean;
}

/** Counts the rows of lists. Everybody who asks for the same count at once shares it. */
export class PageCounts {
  readonly #row: string;
  readonly #totals = new SharedReads<Total>();

  /** @param row the table. */
  constructor(row: string) {
    this.#row = row;
  }

  count(database: Database, filter: RowFilter): Promise<Total> {
    const { conditions, values, found } = filter;
    const rows = `select from ${rowsFrom(this.#row, filter)}${where(conditions)} limit ${COUNTED_AT_MOST + 1}`;
    const text = `select count(*) from (${rows}) counted`;
    return this.#totals.get(JSON.stringify([text, values]), async () => {
      const { rows: counted } = await database.readRows(found?.isPlannedEachTime ? { name: undefined, text } : prepared(text), values);
      const count = Number(counted[0]![0]);
      return count > COUNTED_AT_MOST ? { count: COUNTED_AT_MOST, isExact: false } : { count, isExact: true };
    });
  }
}
