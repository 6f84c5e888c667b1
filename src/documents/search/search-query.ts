/** Maximum number of words and phrases that are read from a query. The rest is ignored. */
const MOST_WORDS = 128;
const MOST_PHRASES = 8;
/** Maximum length of a word. Longer ones are cut. */
const MOST_OF_WORD = 200;

/** A query as the caller wrote it. */
export interface SearchQuery {
  readonly words: readonly string[];
  /** Passages must have these words one after the other. */
  readonly phrases: readonly string[];
  /** Passages must not have these words or phrases. */
  readonly excluded: readonly string[];
  /** False if a part of the query was ignored because of its length. */
  readonly isWhole: boolean;
}

const PARTS = /(?<=^|\s)-?"([^"]*)"?|(\S+)/gu;

/** Reads words, `"quoted phrases"` and `-excluded` words. Other characters have no meaning, so every text is a valid query. */
export function readSearchQuery(query: string): SearchQuery {
  const words = new Set<string>();
  const phrases = new Set<string>();
  const excluded = new Set<string>();
  let isWhole = true;
  const add = (to: Set<string>, text: string, most: number) => {
    if (text.trim() === '') return;
    const short = text.slice(0, MOST_OF_WORD);
    if (short.length < text.length) isWhole = false;
    if (to.size < most || to.has(short)) to.add(short);
    else isWhole = false;
  };
  for (const [part, quoted, single] of query.replace(/[“”„«»]/gu, '"').matchAll(PARTS)) {
    const isExcluded = part.startsWith('-');
    if (quoted !== undefined) {
      add(isExcluded ? excluded : phrases, quoted, MOST_PHRASES);
      continue;
    }
    if (isExcluded && /[\p{L}\p{N}]/u.test(single!)) add(excluded, single!.slice(1), MOST_PHRASES);
    else for (const word of single!.match(/[\p{L}\p{N}\p{M}'’._-]+/gu) ?? []) add(words, word, MOST_WORDS);
  }
  for (const phrase of phrases)
    for (const word of phrase.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []) add(words, word, MOST_WORDS);
  return { words: [...words], phrases: [...phrases], excluded: [...excluded], isWhole };
}
