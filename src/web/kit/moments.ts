/**
 * Largest year of a time that is sent to the service. Date inputs accept years of six digits, which other programs can't read.
 */
const MAX_YEAR = 9_999;

/** Largest values of inputs: `MAX_DAY` for a day, `MAX_TIME` for a date and time. */
export const MAX_DAY = '9999-12-31';
export const MAX_TIME = '9999-12-31T23:59';

/** Formats a time as the value of a date and time input, in the user's time zone. Empty for a missing or invalid time. */
export function timeField(at: string | null | undefined): string {
  const date = at ? new Date(at) : null;
  if (!date || !isReadable(date)) return '';
  return `${dayField(date)}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Converts the value of a date and time input to ISO 8601. Null if empty, undefined if invalid. */
export function momentOf(field: string): string | null | undefined {
  if (field === '') return null;
  const date = new Date(field);
  return isReadable(date) ? date.toISOString() : undefined;
}

/** Time at which a day such as `2026-11-26` begins in the user's time zone. Undefined for a missing or invalid day. */
export function dayBegins(day: string | undefined): string | undefined {
  return day === undefined ? undefined : (momentOf(`${day}T00:00`) ?? undefined);
}

/**
 * Time at which a day ends in the user's time zone: the start of the next day. Undefined for a missing or invalid day, and if
 * that time is after the year 9999 in UTC.
 */
export function dayEnds(day: string | undefined): string | undefined {
  if (day === undefined) return undefined;
  const date = new Date(`${day}T00:00`);
  // Adds a day by date, because days have 23 to 25 hours when clocks change.
  date.setDate(date.getDate() + 1);
  return isReadable(date) ? date.toISOString() : undefined;
}

function dayField(date: Date): string {
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function isReadable(date: Date): boolean {
  const year = date.getUTCFullYear();
  // This is also false for an invalid date, whose year is NaN.
  return year >= 0 && year <= MAX_YEAR;
}

const two = (number: number) => String(number).padStart(2, '0');
