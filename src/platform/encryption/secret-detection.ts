import { kindOfId } from '../ids.ts';

/** Words long enough to be random. Names, even of models with a date, have shorter words. */
const RANDOM_WORD = /[0-9A-Za-z]{20,}/g;
/** Words with `-` and `_`, which base64url uses. They would split random text into words too short to judge. */
const WORDS = /[\w-]{20,}/g;
/** Changes between lower case, upper case and digits: rare in words, but every second character in random text. */
const CHANGE_OF_SORT = /[a-z](?=[A-Z0-9])|[A-Z](?=[a-z0-9])|[0-9](?=[A-Za-z])/g;

/**
 * True if a text in place of a name could be a pasted secret. Messages then don't repeat it, because responses are stored by
 * programs that never see requests.
 */
export function looksSecret(text: string): boolean {
  if (kindOfId(text)) return false;
  if (text.match(RANDOM_WORD)?.some((word) => /\d/.test(word))) return true;
  return text.match(WORDS)?.some(isScrambled) ?? false;
}

/** Requires a digit, because names of the service made of short words come close. */
function isScrambled(words: string): boolean {
  const changes = words.match(CHANGE_OF_SORT)?.length ?? 0;
  return changes > words.length / (/\d/.test(words) ? 4 : 2);
}

const MAX_NAME_LENGTH = 64;

/** A caller's name for an error message: shortened, and hidden if it looks like a secret. */
export function safeName(name: string): string {
  if (looksSecret(name)) return '…';
  return name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH).toWellFormed()}…` : name;
}
