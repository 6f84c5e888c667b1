import { hasOnlyTimes, timesIn } from './export-filter.ts';
import type { JsonObject } from './json.ts';

interface ExportExtent {
  filter: JsonObject;
  /** Number of the first entry of the export. Null if the export has no entries. */
  first: number | null;
  /** Time of an anchor of the first entry, in milliseconds since 1970. Null if it has none. */
  beginsAt: number | null;
  /** Time of the anchor of the last entry. Null if it isn’t anchored. */
  anchoredAt: string | null;
}

/** Why an export doesn’t prove that it has all records in its range of time. Null if it does. */
export function doubtInCompleteness({ filter, first, beginsAt, anchoredAt }: ExportExtent): string | null {
  if (!hasOnlyTimes(filter)) {
    return 'Only a record shows whether it matches the filter, so it isn’t proven that all that match are here.';
  }
  if (anchoredAt === null) return 'Without an anchor it isn’t proven that all records are here.';
  const { from, until } = timesIn(filter);
  if (first !== 1 && (from === null || beginsAt === null || beginsAt > from)) {
    return `The export begins at entry ${first}. Earlier entries were not checked.`;
  }
  if (until === null || Date.parse(anchoredAt) >= until) return null;
  return `The last entry was anchored at ${anchoredAt}, before the end of the requested time. Later entries were not checked.`;
}
