/** Tests of the character at a position of a folded text. All functions return false beyond the ends of the text. */

export function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0x30 && code <= 0x39;
}

/** True for an ASCII letter in either case. */
export function isLatin(text: string, at: number): boolean {
  const code = text.charCodeAt(at) | 0x20;
  return code >= 0x61 && code <= 0x7a;
}

/** True for a letter, a digit or a mark of any script. */
export function isWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 0x80) return isDigit(text, at) || isLatin(text, at);
  return code >= 0x80 && WORD.test(characterAt(text, at));
}

const WORD = /^[\p{L}\p{N}\p{M}]$/u;

function characterAt(text: string, at: number): string {
  const code = text.charCodeAt(at);
  if (code >= 0xdc00 && code <= 0xdfff && at > 0) return String.fromCodePoint(text.codePointAt(at - 1)!);
  return String.fromCodePoint(text.codePointAt(at)!);
}
