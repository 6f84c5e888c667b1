import { kindOfId } from './ids.ts';

/** Long enough to be random, and with a digit: names, even of models with their date, have shorter words. */
const RANDOM_WORD = /[0-9A-Za-z]{20,}/g;

/**
 * Whether what somebody sent in the place of a name may be a secret that was pasted there: it is not repeated then, not even to
 * whoever sent it, since answers are kept by programs that requests with their credentials never reach.
 */
export function looksSecret(text: string): boolean {
  if (kindOfId(text)) return false;
  return text.match(RANDOM_WORD)?.some((word) => /\d/.test(word)) ?? false;
}
