/** Years that a field of a date takes. Browsers let people type six digits, which other programs don't read. */
const MOST_YEAR = 9_999;

/** The largest values of fields of a day, and of a day and a time. */
export const MOST_DAY = '9999-12-31';
export const MOST_TIME = '9999-12-31T23:59';

/** A moment as a field of a day and a time has it, by the reader's clock; empty for none. */
export function timeField(at: string | null | undefined): string {
  const date = at ? new Date(at) : null;
  if (!date || !isReadable(date)) return '';
  return `${dayField(date)}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The moment that a field of a day and a time holds. Null: it is empty. Undefined: it can't be read. */
export function momentOf(field: string): string | null | undefined {
  if (field === '') return null;
  const date = new Date(field);
  return isReadable(date) ? date.toISOString() : undefined;
}

/** The moment at which a day begins by the reader's clock, e.g. of `2026-11-26`. */
export function dayBegins(day: string | undefined): string | undefined {
  return day === undefined ? undefined : (momentOf(`${day}T00:00`) ?? undefined);
}

/** The moment at which a day is over by the reader's clock. Undefined for the last day that a field takes. */
export function dayEnds(day: string | undefined): string | undefined {
  if (day === undefined) return undefined;
  const date = new Date(`${day}T00:00`);
  // A day has 23 to 25 hours where clocks change.
  date.setDate(date.getDate() + 1);
  return isReadable(date) ? date.toISOString() : undefined;
}

function dayField(date: Date): string {
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function isReadable(date: Date): boolean {
  const year = date.getUTCFullYear();
  // Also false for an invalid date, whose year is NaN.
  return year >= 0 && year <= MOST_YEAR;
}

const two = (number: number) => String(number).padStart(2, '0');
