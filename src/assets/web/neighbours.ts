/** The pictures of the list that was looked at last, in its order: a picture's page leads to those beside it. */
let row: readonly string[] = [];

export function rememberRow(ids: readonly string[]): void {
  row = ids;
}

export function neighboursOf(id: string): { before: string | null; after: string | null } {
  const place = row.indexOf(id);
  if (place === -1) return { before: null, after: null };
  return { before: row[place - 1] ?? null, after: row[place + 1] ?? null };
}
