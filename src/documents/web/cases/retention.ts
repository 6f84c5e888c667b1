import { texts } from './texts.ts';

const MAX_MONTHS = 1_200;

/** Reads the typed retention in months. Null: no retention. Undefined if it isn’t a whole number from 1 to 1200. */
export function monthsOf(typed: string): number | null | undefined {
  const text = typed.trim();
  if (text === '') return null;
  const months = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return months >= 1 && months <= MAX_MONTHS ? months : undefined;
}

/** Retention of a case in words. */
export function retentionText(months: number | null | undefined): string {
  return months ? texts.fields.months(months) : texts.fields.noRetention;
}
