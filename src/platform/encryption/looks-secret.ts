import { kindOfId } from '../ids.ts';

/** Long enough to be random, and with a digit: names, even of models with their date, have shorter words. */
const RANDOM_WORD = /[0-9A-Za-z]{20,}/g;
/** As base64url writes it, whose `-` and `_` cut what is random into words too short to tell. */
const WORDS = /[\w-]{20,}/g;
/** One letter or digit beside one of another sort: rare in words, even those run together, and every other of what is random. */
const CHANGE_OF_SORT = /[a-z](?=[A-Z0-9])|[A-Z](?=[a-z0-9])|[0-9](?=[A-Za-z])/g;

/**
 * Whether what somebody sent in the place of a name may be a secret that was pasted there: it is not repeated then, not even to
 * whoever sent it, since answers are kept by programs that requests with their credentials never reach.
 */
export function looksSecret(text: string): boolean {
  if (kindOfId(text)) return false;
  if (text.match(RANDOM_WORD)?.some((word) => /\d/.test(word))) return true;
  return text.match(WORDS)?.some(isScrambled) ?? false;
}

/** Without a digit, names of ours that are made of short words come near. */
function isScrambled(words: string): boolean {
  const changes = words.match(CHANGE_OF_SORT)?.length ?? 0;
  return changes > words.length / (/\d/.test(words) ? 4 : 2);
}

const MAX_NAME_LENGTH = 64;

/** A name that a caller sent, as an error may repeat it: shortened, and not at all if it looks like a secret. */
export function shownName(name: string): string {
  if (looksSecret(name)) return '…';
  return name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH).toWellFormed()}…` : name;
}
