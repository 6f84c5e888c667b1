import { composeText } from '../proof/normal-form.ts';

export const MAX_NAME_LENGTH = 1_000;

/** Control characters, and characters that reorder text, with which a name could pretend to be another. */
const MISLEADING = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Makes the name of a document from a path: with `/` between folders, composed, and without empty parts, `.` and `..`. Empty if
 * nothing is left.
 */
export function documentName(path: string): string {
  return composeText(path.replaceAll('\\', '/').replace(MISLEADING, ''))
    .split('/')
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== '.' && part !== '..')
    .join('/');
}

/** Shortens a name from its beginning, so that the file name and its extension stay. */
export function shortName(name: string): string {
  return name.length <= MAX_NAME_LENGTH ? name : `…${name.slice(1 - MAX_NAME_LENGTH)}`;
}
