import { within } from '../schema/created-filter.ts';
import type { RowFilter } from './page-projection.ts';

/** Which rows are meant: conditions that are joined by `and`, each of which an index can serve. */
export class RowConditions implements RowFilter {
  readonly conditions: string[] = [];
  readonly values: unknown[] = [];

  /** A condition as it is; `$` stands for its value. */
  where(condition: string, value?: unknown): this {
    if (value === undefined) this.conditions.push(condition);
    else {
      const parameter = `$${this.values.push(value)}`;
      this.conditions.push(condition.replaceAll('$', () => parameter));
    }
    return this;
  }

  /** One of these; everything where none is named. One alone is told as such: the rows then come out of an index in order. */
  oneOf(column: string, wanted: readonly unknown[] | null | undefined): this {
    if (!wanted?.length) return this;
    return wanted.length === 1
      ? this.where(`${column} = $`, wanted[0])
      : this.where(`${column} = any($::text[])`, wanted);
  }

  /** From a time on and before another. @param names of the two in the filter. @throws Refusal for a span that ends before it begins. */
  between(
    column: string,
    names: readonly [from: string, until: string],
    [from, until]: readonly [from: Date | null | undefined, until: Date | null | undefined],
  ): this {
    this.conditions.push(...within(column, from, until, this.values, names));
    return this;
  }
}
