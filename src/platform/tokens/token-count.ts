import { CUT_WITHIN, endOfSlice, isNaturalCut, type O200k, SLICE } from './o200k.ts';

/**
 * Token and character counts of texts. Some characters are counted because other tokenizers split them more finely than o200k.
 */
export interface TokenCount {
  /** Tokens of o200k. */
  readonly tokens: number;
  /** Number of digits from 0 to 9. */
  readonly digits: number;
  /** Number of characters of non-Latin scripts, and of symbols beyond ordinary punctuation. */
  readonly wide: number;
}

export const NO_TOKENS: TokenCount = { tokens: 0, digits: 0, wide: 0 };

export function plus(one: TokenCount, other: TokenCount): TokenCount {
  return { tokens: one.tokens + other.tokens, digits: one.digits + other.digits, wide: one.wide + other.wide };
}

/** Counts texts slice by slice, and yields after each full slice so that other work can run. */
export function* countingOf(texts: readonly string[], tokenizer: O200k): Generator<void, TokenCount> {
  let tokens = 0;
  let digits = 0;
  let wide = 0;
  let sinceTurn = 0;
  for (const text of texts) {
    for (let start = 0; start < text.length; ) {
      const end = endOfSlice(text, start);
      const slice = text.slice(start, end);
      tokens += tokenizer.countSlice(slice) + (isNaturalCut(text, end) ? 0 : 1);
      for (let at = 0; at < slice.length; at += 1) {
        const code = slice.charCodeAt(at);
        if (code >= 0x30 && code <= 0x39) digits += 1;
        else if (code >= LATIN_ENDS && !isLatinOrPunctuation(code)) wide += 1;
      }
      start = end;
      sinceTurn += slice.length;
      if (sinceTurn < SLICE - CUT_WITHIN) continue;
      sinceTurn = 0;
      yield;
    }
  }
  tokenizer.forget();
  return { tokens, digits, wide };
}

const LATIN_ENDS = 0x250;
/** True for Vietnamese and other Latin letters with diacritics, dashes, quotation marks and currency signs. */
const isLatinOrPunctuation = (code: number) =>
  (code >= 0x1e00 && code <= 0x1eff) || (code >= 0x2010 && code <= 0x20cf && code !== 0x200d);
