import { MalformedInput } from './malformed-input.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const NO_DIGIT = 255;
const DIGITS = new Uint8Array(128).fill(NO_DIGIT);
for (let value = 0; value < ALPHABET.length; value++) DIGITS[ALPHABET.charCodeAt(value)] = value;

export function equalBytes(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  for (let i = 0; i < one.length; i++) if (one[i] !== other[i]) return false;
  return true;
}

/** Encodes as standard base64 with padding, RFC 4648 section 4. */
export function encodeBase64(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const [first, second, third] = [bytes[i]!, bytes[i + 1], bytes[i + 2]];
    text += ALPHABET[first >> 2]! + ALPHABET[((first & 3) << 4) | ((second ?? 0) >> 4)]!;
    text += second === undefined ? '=' : ALPHABET[((second & 15) << 2) | ((third ?? 0) >> 6)]!;
    text += third === undefined ? '=' : ALPHABET[third & 63]!;
  }
  return text;
}

/**
 * Decodes strict base64: padding is required, unused bits are zero, no spaces, no other alphabet. A laxer parser would accept
 * several texts for the same bytes, so two "different" signatures could be the same one.
 * @throws {MalformedInput}
 */
export function decodeBase64(text: string): Uint8Array {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const digits = text.length - padding;
  if (text.length % 4 !== 0) throw new MalformedInput('the number of base64 characters must be a multiple of four');
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  let buffer = 0;
  let bits = 0;
  let written = 0;
  for (let i = 0; i < digits; i++) {
    const digit = DIGITS[text.charCodeAt(i)] ?? NO_DIGIT;
    if (digit === NO_DIGIT) throw new MalformedInput('base64 can only contain A-Z, a-z, 0-9, + and /');
    buffer = ((buffer << 6) | digit) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[written++] = (buffer >> bits) & 0xff;
  }
  if ((buffer & ((1 << bits) - 1)) !== 0) throw new MalformedInput('the unused bits at the end of base64 must be zero');
  return bytes;
}

const encoder = new TextEncoder();
// A byte order mark stays in the text, because a text without it would have another hash.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Removes a byte order mark, which some editors add when they save a text. */
export function withoutByteOrderMark(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

/**
 * Encodes a text as UTF-8.
 * @throws {MalformedInput} for a lone surrogate, which would become U+FFFD, so that two different texts would have the same bytes
 */
export function encodeUtf8(text: string): Uint8Array {
  if (!text.isWellFormed())
    throw new MalformedInput('the text contains half of a surrogate pair, which UTF-8 cannot encode');
  return encoder.encode(text);
}

/** Decodes UTF-8. @throws {MalformedInput} if the bytes aren't UTF-8 */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new MalformedInput('the bytes are not UTF-8', { cause });
  }
}
