import type { ValueIssue } from '../platform/errors/errors.ts';
import { MOST_NAME_LENGTH, MOST_NAMES } from './text/name-list.ts';

/** Checks a list of names. Messages never repeat a name. */
export function nameIssues(names: readonly string[], most = MOST_NAMES): ValueIssue[] {
  if (names.length > most) {
    return [{ pointer: '/names', detail: `The list has ${names.length} names; at most ${most} are allowed.` }];
  }
  return names.flatMap((name, index) => {
    const length = [...name.trim()].length;
    if (length >= 2 && name.length <= MOST_NAME_LENGTH && /[\p{L}\p{N}]/u.test(name)) return [];
    return [
      {
        pointer: `/names/${index}`,
        detail: `A name must have 2 to ${MOST_NAME_LENGTH} characters, including a letter or a digit.`,
      },
    ];
  });
}
