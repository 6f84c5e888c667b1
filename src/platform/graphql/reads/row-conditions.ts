import { within } from '../schema/created-filter.ts';
import type { RowFilter } from './page-projection.ts';

/** Builds a filter from SQL conditions on rows, which are joined by `and`. */
export class RowConditions implements RowFilter {
  readonly conditions: string[] = [];
  readonly values: unknown[] = [];

  /** Adds an SQL condition. `$` in it is replaced by the parameter for `value`. */
  where(condition: string, value?: unknown): this {
    if (value === undefined) this.conditions.push(condition);
    else {
      const parameter = `$${this.values.push(value)}`;
      this.conditions.push(condition.replaceAll('$', () => parameter));
    }
    return this;
  }

  /**
   * Adds a condition that the column has one of these values. Adds none without values. A single value becomes an equality, so
   * that an index can return the rows in order.
   */
  oneOf(column: string, wanted: readonly unknown[] | null | undefined): this {
    if (!wanted?.length) return this;
    return wanted.length === 1
      ? this.where(`${column} = $`, wanted[0])
      : this.where(`${column} = any($::text[])`, wanted);
  }

  /**
   * Adds a condition that a time is in a period, which includes its start but not its end.
   * @param names of both times in the filter
   * @throws Refusal for a period that doesn't end after its start
   */
  between(
    column: string,
    names: readonly [from: string, until: string],
    [from, until]: readonly [from: Date | null | undefined, until: Date | null | undefined],
  ): this {
    this.conditions.push(...within(column, from, until, this.values, names));
    return this;
  }
}
