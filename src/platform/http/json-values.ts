/**
 * Maximum number of JSON values in a body. Normal requests have dozens; with a hundred thousand, each pass over them delays other
 * callers.
 */
export const MAX_JSON_VALUES = 10_000;

/** Maximum nesting of lists and objects in a JSON body. */
export const MAX_JSON_DEPTH = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const BRACKET = 0x5b;
const BRACE = 0x7b;
const END_OF_BRACKET = 0x5d;
const END_OF_BRACE = 0x7d;

/**
 * Counts commas and brackets before parsing to find out whether a JSON text has too many values or levels. Counts one value too
 * many for each empty list or object. The result for text that isn't JSON is arbitrary. Short texts aren't checked.
 */
export function excessOf(bytes: Buffer, maxValues = MAX_JSON_VALUES): 'VALUES' | 'DEPTH' | null {
  if (bytes.length <= MAX_JSON_VALUES) return null;
  // Number of values: the first one, and one after each comma or opening bracket.
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

/**
 * Length from which `indexOf` is used to find the end of a string, e.g. of a picture in base64. For shorter strings a loop is
 * faster.
 */
const SHORT_STRING = 64;

/** Index of the closing quotation mark of the string that starts at `start`. */
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
