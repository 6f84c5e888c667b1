/** Largest year of a date field. Browsers accept six digits, which other programs can't read. */
const MAX_YEAR = 9_999;

/** Largest values of date fields and of date and time fields. */
export const MAX_DAY = '9999-12-31';
export const MAX_TIME = '9999-12-31T23:59';

/** Value of a date and time field in the user's time zone. Empty for null. */
export function timeField(at: string | null | undefined): string {
  const date = at ? new Date(at) : null;
  if (!date || !isReadable(date)) return '';
  return `${dayField(date)}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Time in a date and time field, as ISO 8601. Null if empty, undefined if invalid. */
export function momentOf(field: string): string | null | undefined {
  if (field === '') return null;
  const date = new Date(field);
  return isReadable(date) ? date.toISOString() : undefined;
}

/** Start of a day such as `2026-11-26` in the user's time zone. */
export function dayBegins(day: string | undefined): string | undefined {
  return day === undefined ? undefined : (momentOf(`${day}T00:00`) ?? undefined);
}

/** End of a day in the user's time zone, exclusive. Undefined for the last day that a field accepts. */
export function dayEnds(day: string | undefined): string | undefined {
  if (day === undefined) return undefined;
  const date = new Date(`${day}T00:00`);
  // Days have 23 to 25 hours when clocks change.
  date.setDate(date.getDate() + 1);
  return isReadable(date) ? date.toISOString() : undefined;
}

function dayField(date: Date): string {
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function isReadable(date: Date): boolean {
  const year = date.getUTCFullYear();
  // Also false for an invalid date, whose year is NaN.
  return year >= 0 && year <= MAX_YEAR;
}

const two = (number: number) => String(number).padStart(2, '0');
