/** What stands at a place of a folded text. Beyond its ends stands nothing, which is none of these. */

export function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0x30 && code <= 0x39;
}

/** Of ASCII, in either case. */
export function isLatin(text: string, at: number): boolean {
  const code = text.charCodeAt(at) | 0x20;
  return code >= 0x61 && code <= 0x7a;
}

/** A letter or a digit of any script, or a mark upon one. */
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
