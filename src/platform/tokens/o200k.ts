import type { BytePairEncodingCore } from 'gpt-tokenizer/BytePairEncodingCore';

/**
 * Counts tokens like OpenAI's models, with the vocabulary o200k. Loading the vocabulary takes a tenth of a second and 17 MB, so
 * it is loaded with the first text, once per thread.
 */
export class O200k {
  readonly #core: BytePairEncodingCore;
  readonly #pieces: RegExp;

  constructor(core: BytePairEncodingCore, pieces: RegExp) {
    this.#core = core;
    this.#pieces = pieces;
  }

  /**
   * Number of tokens of a text. Exact unless a run of letters, blanks or symbols is longer than 200 characters; then it can be
   * too high, never too low. Linear in the length of the text. Special tokens such as `<|endoftext|>` count as ordinary text.
   */
  count(text: string): number {
    let tokens = 0;
    for (let start = 0; start < text.length; ) {
      const end = endOfSlice(text, start);
      tokens += this.countSlice(text.slice(start, end)) + (isNaturalCut(text, end) ? 0 : 1);
      start = end;
    }
    return tokens;
  }

  /** Number of tokens of a slice of a text. Slices end where `endOfSlice` says. */
  countSlice(slice: string): number {
    if (!hasLongRun(slice)) return this.#core.countNative(slice);
    let tokens = 0;
    for (const [piece] of slice.matchAll(this.#pieces)) {
      for (let start = 0; start < piece.length; ) {
        const end = wholeCharacters(piece, start + LONGEST_PIECE);
        // A cut can split a token, so each cut counts as one more.
        tokens += this.#core.countNative(piece.slice(start, end)) + (end < piece.length ? 1 : 0);
        start = end;
      }
    }
    return tokens;
  }

  /** Clears the tokenizer's cache, whose entries keep the whole text in memory. */
  forget(): void {
    this.#core.clearMergeCache();
  }
}

/**
 * Maximum characters of a piece given to the tokenizer, which takes quadratic time per piece. Longer pieces are cut, and each cut
 * counts as one more token.
 */
const LONGEST_PIECE = 200;

/**
 * True if the slice can have a piece longer than `LONGEST_PIECE`: a run of blanks, or of other characters that can end with line
 * breaks and slashes.
 */
function hasLongRun(slice: string): boolean {
  let blanks = 0;
  let others = 0;
  let ends = 0;
  for (let at = 0; at < slice.length; at += 1) {
    const code = slice.charCodeAt(at);
    if (isSpace(code)) {
      blanks += 1;
      others = 0;
    } else {
      others += 1;
      blanks = 0;
    }
    ends = code === 0x0a || code === 0x0d || code === 0x2f ? ends + 1 : 0;
    if (blanks > LONGEST_PIECE || others > LONGEST_PIECE || ends > LONGEST_PIECE) return true;
  }
  return false;
}

/** Maximum number of words whose token counts are cached. */
const REMEMBERED_PIECES = 5_000;

/**
 * Maximum length of a slice in characters. Counting one blocks the thread for less than 10 ms, or 30 ms for scripts with three
 * bytes per letter.
 */
export const SLICE = 8_192;
/** Maximum characters by which a slice is shortened to end at a natural cut. */
export const CUT_WITHIN = 256;

/** Index of the end of the slice that starts at `start`: before a blank if one is near, never inside a character. */
export function endOfSlice(text: string, start: number): number {
  const end = start + SLICE;
  if (end >= text.length) return text.length;
  for (let at = end; at > end - CUT_WITHIN; at -= 1) if (isNaturalCut(text, at)) return at;
  return wholeCharacters(text, end);
}

/** True between a word and a blank, and at the end of the text: no token spans that position. */
export function isNaturalCut(text: string, at: number): boolean {
  return at >= text.length || (text.charCodeAt(at) === BLANK && !isSpace(text.charCodeAt(at - 1)));
}

const BLANK = 0x20;

/** True for the same characters as `\s`. */
function isSpace(code: number): boolean {
  if (code < 0xa0) return code === BLANK || (code >= 0x09 && code <= 0x0d);
  return code === 0xa0 || (code >= 0x1680 && RARE_SPACES.has(code));
}

const RARE_SPACES = new Set([
  0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a, 0x2028, 0x2029,
  0x202f, 0x205f, 0x3000, 0xfeff,
]);

function wholeCharacters(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const last = text.charCodeAt(at - 1);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  return isHalf ? at - 1 : at;
}

let loaded: O200k | null = null;
let loading: Promise<O200k> | null = null;

/** Returns the tokenizer, or a promise until its vocabulary is loaded. */
export function o200k(): O200k | Promise<O200k> {
  return loaded ?? loadO200k();
}

export function loadO200k(): Promise<O200k> {
  loading ??= load();
  return loading;
}

async function load(): Promise<O200k> {
  try {
    const [{ default: bytePairRankDecoder }, { BytePairEncodingCore }, { O200K_TOKEN_SPLIT_REGEX }] = await Promise.all(
      [
        import('gpt-tokenizer/bpeRanks/o200k_base'),
        import('gpt-tokenizer/BytePairEncodingCore'),
        import('gpt-tokenizer/encodingParams/constants'),
      ],
    );
    const core = new BytePairEncodingCore({
      bytePairRankDecoder,
      tokenSplitRegex: O200K_TOKEN_SPLIT_REGEX,
      mergeCacheSize: REMEMBERED_PIECES,
    });
    loaded = new O200k(core, O200K_TOKEN_SPLIT_REGEX);
    return loaded;
  } catch (error) {
    // A failed load is repeated for the next text.
    loading = null;
    throw error;
  }
}
