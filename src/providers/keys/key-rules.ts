import type { ValueIssue } from '../../platform/errors/errors.ts';
import { InputInvalid } from '../../platform/graphql/schema/problem.ts';
import { MAX_KEY_LENGTH } from './key-length.ts';

/** Minimum length of a key. The four shown characters would reveal too much of a shorter key. */
const MIN_KEY_LENGTH = 16;
const HINT_LENGTH = 4;

/** Checks a key. Null if it is valid. The message never contains the key. */
export function keyIssue(key: string, pointer = '/key'): ValueIssue | null {
  if (key.length < MIN_KEY_LENGTH || key.length > MAX_KEY_LENGTH) {
    return {
      pointer,
      detail: `The provider key has ${key.length} characters; it must have ${MIN_KEY_LENGTH} to ${MAX_KEY_LENGTH}.`,
    };
  }
  return /^[\x21-\x7e]+$/.test(key)
    ? null
    : { pointer, detail: 'The provider key must consist of ASCII letters, digits and symbols, without spaces.' };
}

export function checkedKey(given: string): string | InputInvalid {
  const key = given.trim();
  const issue = keyIssue(key);
  return issue ? new InputInvalid([issue]) : key;
}

/** Last characters of a key, to tell keys apart. */
export const hintOf = (key: string) => key.slice(-HINT_LENGTH);
