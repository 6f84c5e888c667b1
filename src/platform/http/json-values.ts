/**
 * How many values a body may have, in all its objects and lists together. What is asked for has some dozens; where there are
 * a hundred thousand, everything that goes through them once more costs all others time.
 */
export const MAX_JSON_VALUES = 10_000;

/** How deep lists and objects may be nested. */
export const MAX_JSON_DEPTH = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const BRACKET = 0x5b;
const BRACE = 0x7b;
const END_OF_BRACKET = 0x5d;
const END_OF_BRACE = 0x7d;

/**
 * Whether JSON text may have more values than that, members of objects and items of lists alike, or nest them deeper: told by
 * its commas and brackets, before anything is made of them. One too many is counted for each list or object that is empty.
 * What is no JSON gets any answer; what is too short to have so many is not looked at.
 */
export function excessOf(bytes: Buffer, maxValues = MAX_JSON_VALUES): 'VALUES' | 'DEPTH' | null {
  if (bytes.length <= MAX_JSON_VALUES) return null;
  // Each value but the first of all stands behind a comma or an opening bracket.
  let values = 1;
  let depth = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at = endOfString(bytes, at);
    } else if (byte === COMMA) {
      values++;
    } else if (byte === BRACKET || byte === BRACE) {
      values++;
      if (++depth > MAX_JSON_DEPTH) return 'DEPTH';
    } else if (byte === END_OF_BRACKET || byte === END_OF_BRACE) {
      depth--;
    }
    if (values > maxValues) return 'VALUES';
  }
  return null;
}

/** A string shorter than this is gone through here; in a longer one, such as a picture in base64, `indexOf` is quicker. */
const SHORT_STRING = 64;

/** Where the string that begins at `start` ends. */
function endOfString(bytes: Buffer, start: number): number {
  let at = start + 1;
  for (;;) {
    const stop = Math.min(at + SHORT_STRING, bytes.length);
    for (; at < stop; at++) {
      if (bytes[at] === BACKSLASH) at++;
      else if (bytes[at] === QUOTE) return at;
    }
    const quote = bytes.indexOf(QUOTE, at);
    if (quote === -1) return bytes.length;
    let before = quote;
    while (before > at && bytes[before - 1] === BACKSLASH) before--;
    if ((quote - before) % 2 === 0) return quote;
    at = quote + 1;
  }
}
