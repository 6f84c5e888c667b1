import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Number of random characters in a token. 33 characters of base 62 have 196 bits, too many to guess. */
const RANDOM_LENGTH = 33;
const CHECKSUM_LENGTH = 6;
const FORM = new RegExp(`^[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

/** Prefixes of tokens, by which leaked tokens are recognised. Each feature declares its own by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: filled in by the features
export interface TokenPrefixes {}

export type TokenPrefix = keyof TokenPrefixes;

/** Creates a token: prefix, 33 random characters and their CRC-32, so that a mistyped token is refused without a lookup. */
export function newToken(prefix: TokenPrefix): string {
  let random = '';
  for (let index = 0; index < RANDOM_LENGTH; index++) random += ALPHABET[randomInt(ALPHABET.length)];
  return prefix + random + checksum(random);
}

/**
 * Derives a token from bytes. Equal bytes give equal tokens.
 * @param entropy at least 32 secret random bytes: well over 196 bits, so that all characters are equally likely
 */
export function tokenOf(prefix: TokenPrefix, entropy: Uint8Array): string {
  let left = BigInt(`0x${Buffer.from(entropy).toString('hex')}`);
  let random = '';
  for (let index = 0; index < RANDOM_LENGTH; index++) {
    random += ALPHABET[Number(left % BigInt(ALPHABET.length))];
    left /= BigInt(ALPHABET.length);
  }
  return prefix + random + checksum(random);
}

/** True if the text has the form of a token. Doesn't check whether it was issued. */
export function hasTokenForm(prefix: TokenPrefix, value: string): boolean {
  if (!value.startsWith(prefix) || !FORM.test(value.slice(prefix.length))) return false;
  const random = value.slice(prefix.length, prefix.length + RANDOM_LENGTH);
  return value.endsWith(checksum(random));
}

/** First characters of a token for display in lists: long enough to tell tokens apart, too short to use. */
export function hintOf(token: string): string {
  return token.slice(0, token.indexOf('_') + 5);
}

function checksum(text: string): string {
  let value = crc32(text);
  let digits = '';
  for (let index = 0; index < CHECKSUM_LENGTH; index++) {
    digits = ALPHABET[value % ALPHABET.length] + digits;
    value = Math.floor(value / ALPHABET.length);
  }
  return digits;
}
