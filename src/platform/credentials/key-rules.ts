import type { ValueIssue } from '../errors/errors.ts';
import type { Lifetime } from './key-kind.ts';

export const DEFAULT_OVERLAP_HOURS = 24;
/** Maximum hours for which a replaced key stays valid: one week. A longer overlap is usually a rotation that was forgotten. */
export const MAX_OVERLAP_HOURS = 168;
export const MAX_KEY_NAME_LENGTH = 200;

interface KeyValues {
  name?: string | null | undefined;
  lifetimeDays?: number | null | undefined;
  overlapHours?: number | null | undefined;
}

/** Lists all problems with a key's name, lifetime and overlap (time for which a replaced key stays valid). */
export function keyIssues({ name, lifetimeDays, overlapHours }: KeyValues, { maxDays }: Lifetime): ValueIssue[] {
  const issues: ValueIssue[] = [];
  if (typeof name === 'string' && (name.trim() === '' || name.trim().length > MAX_KEY_NAME_LENGTH)) {
    issues.push({ pointer: '/name', detail: `\`name\` must have 1 to ${MAX_KEY_NAME_LENGTH} characters.` });
  }
  if (!isWithin(lifetimeDays, 1, maxDays)) {
    issues.push({ pointer: '/lifetimeDays', detail: `\`lifetimeDays\` must be a whole number from 1 to ${maxDays}.` });
  }
  if (!isWithin(overlapHours, 0, MAX_OVERLAP_HOURS)) {
    issues.push({
      pointer: '/overlapHours',
      detail: `\`overlapHours\` must be a whole number from 0 to ${MAX_OVERLAP_HOURS}.`,
    });
  }
  return issues;
}

function isWithin(value: number | null | undefined, least: number, most: number): boolean {
  return value === null || value === undefined || (Number.isInteger(value) && value >= least && value <= most);
}
