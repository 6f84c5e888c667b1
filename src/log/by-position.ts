/** What was found for each of `count` keys, null for those of which nothing was; `at` counts from one. */
export function byPosition<Row extends { at: string }, Value>(
  count: number,
  rows: readonly Row[],
  read: (row: Row) => Value,
): (Value | null)[] {
  const values = new Map(rows.map((row) => [Number(row.at), read(row)]));
  return Array.from({ length: count }, (_, at) => values.get(at + 1) ?? null);
}
