import type { JsonObject } from './json.ts';
import { timeInId } from './record-times.ts';

/** Maximum difference between the time in the id of a run and the time of the run. */
const MOST_APART_MS = 60_000;

const BEGINNINGS = ['startedFrom', 'happenedFrom'];
const ENDS = ['startedBefore', 'happenedBefore'];
const TIMES = [...BEGINNINGS, ...ENDS];

const isGiven = (filter: JsonObject, member: string) => filter[member] !== null && filter[member] !== undefined;

/** Beginning and end of the requested time, in milliseconds since 1970. Null if the filter doesn’t have them. */
export function timesIn(filter: JsonObject): { from: number | null; until: number | null } {
  return { from: timeIn(filter, BEGINNINGS), until: timeIn(filter, ENDS) };
}

/** The time of the first of these members that the filter has, in milliseconds since 1970. Null if it has none. */
function timeIn(filter: JsonObject, members: readonly string[]): number | null {
  const member = members.find((one) => isGiven(filter, one));
  return member === undefined ? null : Date.parse(String(filter[member]));
}

/** True if the filter has no conditions other than a range of time. */
export function hasOnlyTimes(filter: JsonObject): boolean {
  return Object.keys(filter).every(
    (member) =>
      !isGiven(filter, member) || (TIMES.includes(member) && !Number.isNaN(Date.parse(String(filter[member])))),
  );
}

/**
 * True if the filter certainly includes the record with this id. That is decidable only for filters on time alone, because ids
 * contain their time.
 */
export function isIncluded(id: string, filter: JsonObject): boolean {
  const at = timeInId(id);
  if (!hasOnlyTimes(filter) || at === null) return false;
  const { from, until } = timesIn(filter);
  return (from === null || at >= from + MOST_APART_MS) && (until === null || at < until - MOST_APART_MS);
}
