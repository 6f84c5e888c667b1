import { kindOfId } from '../ids.ts';

/** Words long enough to be random. Ordinary names, even of models with a date, have shorter words. */
const RANDOM_WORD = /[0-9A-Za-z]{20,}/g;
/** Words that can contain `-` and `_`, as base64url does. Splitting random text at them would make words too short to judge. */
const WORDS = /[\w-]{20,}/g;
/**
 * Matches positions where lower case, upper case and digits change: rare in words, but at about every second character of random
 * text.
 */
const CHANGE_OF_SORT = /[a-z](?=[A-Z0-9])|[A-Z](?=[a-z0-9])|[0-9](?=[A-Za-z])/g;

/**
 * True if a text sent in place of a name could be a secret pasted by mistake. Error messages then don't repeat it, because
 * programs can store responses without knowing that they contain a secret.
 */
export function looksSecret(text: string): boolean {
  if (kindOfId(text)) return false;
  if (text.match(RANDOM_WORD)?.some((word) => /\d/.test(word))) return true;
  return text.match(WORDS)?.some(isScrambled) ?? false;
}

/**
 * True if the text looks random. Without a digit, more changes are required, because names of the service made of short words
 * look similar to random text.
 */
function isScrambled(words: string): boolean {
  const changes = words.match(CHANGE_OF_SORT)?.length ?? 0;
  return changes > words.length / (/\d/.test(words) ? 4 : 2);
}

const MAX_NAME_LENGTH = 64;

/** Prepares a name that a caller sent for an error message: shortened, and hidden if it looks like a secret. */
export function safeName(name: string): string {
  if (looksSecret(name)) return '…';
  return name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH).toWellFormed()}…` : name;
}
