/** Maximum difference between clocks: of the service, its database, and the machine that audits. */
const SKEW_MS = 5 * 60_000;

/** True if a time is before another one by more than clocks may differ. */
export function isEarlier(time: string, other: string): boolean {
  return Date.parse(time) < Date.parse(other) - SKEW_MS;
}

/** Members of records that contain a time at which something happened. */
const TIMES = ['startedAt', 'endedAt', 'happenedAt', 'sealedAt', 'at'];

/**
 * Finds the first time in a record that is after the time of its chain entry, by more than clocks may differ. Null if all times in the
 * record are early enough.
 */
export function timeAfterEntry(record: Readonly<Record<string, unknown>>, recordedAt: string): string | null {
  const times = TIMES.map((member) => record[member]).filter((value) => typeof value === 'string');
  return times.find((time) => isEarlier(recordedAt, time)) ?? null;
}

/** The latest time in a record, in milliseconds since 1970. Null if it has none. */
export function latestTimeIn(record: Readonly<Record<string, unknown>>): number | null {
  const times = TIMES.map((member) => Date.parse(String(record[member]))).filter((time) => !Number.isNaN(time));
  return times.length === 0 ? null : Math.max(...times);
}

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

/** Time in a record's id, in milliseconds since 1970: its first ten digits. Null if it has none. */
export function timeInId(id: string): number | null {
  const digits = id.slice(id.indexOf('_') + 1, id.indexOf('_') + 11);
  if (digits.length !== 10) return null;
  let time = 0;
  for (const digit of digits) {
    const value = DIGITS.indexOf(digit);
    if (value < 0) return null;
    time = time * 32 + value;
  }
  return time;
}
