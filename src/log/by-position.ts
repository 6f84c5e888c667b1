/** Values by position for `count` keys, null where no row was found. `at` counts from 1. */
export function byPosition<Row extends { at: string }, Value>(
  count: number,
  rows: readonly Row[],
  read: (row: Row) => Value,
): (Value | null)[] {
  const values = new Map(rows.map((row) => [Number(row.at), read(row)]));
  return Array.from({ length: count }, (_, at) => values.get(at + 1) ?? null);
}
