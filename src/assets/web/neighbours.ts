/**
 * Ids of the pictures in the list that was displayed last, for the links to the previous and next picture and back to the list.
 */
let row: readonly string[] = [];
let listStep: number | null = null;
let opened: string | null = null;

export function rememberRow(ids: readonly string[]): void {
  row = ids;
  // The address is checked, because the browser can already be navigating to a picture while the list is still mounted. The
  // current history entry is then no longer that of the list.
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

/** Id of the picture whose page was opened last. */
export function lastOpened(): string | null {
  return opened;
}

/** Number of steps in the browser's history to the list, as a negative number. Null if the list isn't before the current page. */
export function stepsToList(): number | null {
  const now = stepNow();
  return listStep !== null && now !== null && now > listStep ? listStep - now : null;
}

function stepNow(): number | null {
  return (history.state as { __TSR_index?: number } | null)?.__TSR_index ?? null;
}
