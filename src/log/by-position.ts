/**
 * Values of rows in an array of length `count`: the value of a row is at its position `at`, which counts from 1. Null where no
 * row was found.
 */
export function byPosition<Row extends { at: string }, Value>(
  count: number,
  rows: readonly Row[],
  read: (row: Row) => Value,
): (Value | null)[] {
  const values = new Map(rows.map((row) => [Number(row.at), read(row)]));
  return Array.from({ length: count }, (_, at) => values.get(at + 1) ?? null);
}
