import type { ValueIssue } from '../errors/errors.ts';
import type { Lifetime } from './key-kind.ts';

export const DEFAULT_OVERLAP_HOURS = 24;
/** A week. A longer overlap would be forgotten. */
export const MAX_OVERLAP_HOURS = 168;
export const MAX_KEY_NAME_LENGTH = 200;

interface KeyValues {
  name?: string | null | undefined;
  lifetimeDays?: number | null | undefined;
  overlapHours?: number | null | undefined;
}

/** Everything that is wrong with the name, the lifetime and the overlap of a key. */
export function keyIssues({ name, lifetimeDays, overlapHours }: KeyValues, { maxDays }: Lifetime): ValueIssue[] {
  const issues: ValueIssue[] = [];
  if (typeof name === 'string' && (name.trim() === '' || name.trim().length > MAX_KEY_NAME_LENGTH)) {
    issues.push({ pointer: '/name', detail: `The name has 1 to ${MAX_KEY_NAME_LENGTH} characters.` });
  }
  if (!isWithin(lifetimeDays, 1, maxDays)) {
    issues.push({ pointer: '/lifetimeDays', detail: `A lifetime in days is a whole number from 1 to ${maxDays}.` });
  }
  if (!isWithin(overlapHours, 0, MAX_OVERLAP_HOURS)) {
    issues.push({
      pointer: '/overlapHours',
      detail: `An overlap in hours is a whole number from 0 to ${MAX_OVERLAP_HOURS}.`,
    });
  }
  return issues;
}

function isWithin(value: number | null | undefined, least: number, most: number): boolean {
  return value === null || value === undefined || (Number.isInteger(value) && value >= least && value <= most);
}
