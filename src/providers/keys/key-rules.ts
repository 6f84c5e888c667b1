import type { ValueIssue } from '../../platform/errors/errors.ts';
import { InputInvalid } from '../../platform/graphql/schema/problem.ts';

/** Of shorter ones the four characters that are shown would be too large a part. */
const MIN_KEY_LENGTH = 16;
const MAX_KEY_LENGTH = 4_096;
const HINT_LENGTH = 4;

/** What is wrong with a key; null for one that can be sent. Says nothing of what stands in it. */
export function keyIssue(key: string, pointer = '/key'): ValueIssue | null {
  if (key.length < MIN_KEY_LENGTH || key.length > MAX_KEY_LENGTH) {
    return { pointer, detail: `A key has ${MIN_KEY_LENGTH} to ${MAX_KEY_LENGTH} characters.` };
  }
  return /^[\x21-\x7e]+$/.test(key)
    ? null
    : { pointer, detail: 'A key has letters, digits and signs of ASCII, and no spaces.' };
}

export function checkedKey(given: string): string | InputInvalid {
  const key = given.trim();
  const issue = keyIssue(key);
  return issue ? new InputInvalid([issue]) : key;
}

/** Tells one key from another. */
export const hintOf = (key: string) => key.slice(-HINT_LENGTH);
