/** The list that was looked at last: a picture's page leads to those beside it, and back to where it was. */
let row: readonly string[] = [];
let listStep: number | null = null;
let opened: string | null = null;

export function rememberRow(ids: readonly string[]): void {
  row = ids;
  // The browser may be on its way to a picture already while the list is still there.
  if (location.pathname === '/admin/bank') listStep = stepNow();
}

export function neighboursOf(id: string): { before: string | null; after: string | null } {
  const place = row.indexOf(id);
  if (place === -1) return { before: null, after: null };
  return { before: row[place - 1] ?? null, after: row[place + 1] ?? null };
}

export function rememberOpened(id: string): void {
  opened = id;
}

/** The picture whose page was looked at last. */
export function lastOpened(): string | null {
  return opened;
}

/** How many steps of the browser's history it is to the list; null where it is none of them. */
export function stepsToList(): number | null {
  const now = stepNow();
  return listStep !== null && now !== null && now > listStep ? listStep - now : null;
}

function stepNow(): number | null {
  return (history.state as { __TSR_index?: number } | null)?.__TSR_index ?? null;
}
