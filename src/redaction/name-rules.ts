import type { ValueIssue } from '../platform/errors/errors.ts';
import { MOST_NAME_LENGTH, MOST_NAMES } from './text/name-list.ts';

/** What is wrong with a list of names, which are repeated nowhere. */
export function nameIssues(names: readonly string[], most = MOST_NAMES): ValueIssue[] {
  if (names.length > most) {
    return [{ pointer: '/names', detail: `There are ${names.length} names; at most ${most} are taken.` }];
  }
  return names.flatMap((name, index) => {
    const length = [...name.trim()].length;
    if (length >= 2 && name.length <= MOST_NAME_LENGTH && /[\p{L}\p{N}]/u.test(name)) return [];
    return [
      {
        pointer: `/names/${index}`,
        detail: `A name has 2 to ${MOST_NAME_LENGTH} characters, a letter or digit among them.`,
      },
    ];
  });
}
