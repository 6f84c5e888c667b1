import { createRequire } from 'node:module';

/** ISO 639-1. */
export type LanguageCode = string;

/** Characters that are examined. More text adds time but no accuracy. */
const LOOKED_AT_CHARACTERS = 2_000;
/** Minimum number of letters. With fewer, any language is a guess. */
const LEAST_LETTERS = 20;
/**
 * Minimum accuracy of the best language, and minimum ratio of its accuracy to that of the second one. Below these values, tinyld
 * is often wrong.
 */
const LEAST_ACCURACY = 0.05;
const LEAST_LEAD = 1.3;
/**
 * Languages that can be detected: those that many people write in. A short text is more often mistaken for a rarer language than
 * written in one.
 */
const ONLY =
  'ar bg cs da de el en es et fi fr he hi hr hu id it ja ko lt lv nb nl no pl pt ro ru sk sl sr sv th tr uk vi zh'.split(
    ' ',
  );

type Tinyld = typeof import('tinyld');
let library: Tinyld | null = null;

/** tinyld holds 50 MB of word frequencies, so it is loaded on first use. */
function tinyld(): Tinyld {
  library ??= createRequire(import.meta.url)('tinyld') as Tinyld;
  return library;
}

/**
 * Detects the language of a text by its beginning. Null if the beginning has too few letters, or if no language is likely enough.
 */
export function languageOf(text: string): LanguageCode | null {
  const beginning = text.slice(0, LOOKED_AT_CHARACTERS);
  if ((beginning.match(/\p{L}/gu)?.length ?? 0) < LEAST_LETTERS) return null;
  const [best, second] = tinyld().detectAll(beginning, { only: ONLY });
  if (!best || best.accuracy < LEAST_ACCURACY) return null;
  return second && best.accuracy < LEAST_LEAD * second.accuracy ? null : best.lang;
}
