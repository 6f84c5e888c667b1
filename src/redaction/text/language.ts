import { createRequire } from 'node:module';

/** ISO 639-1. */
export type LanguageCode = string;

/** Enough to tell; a page more says nothing new, and takes its time. */
const LOOKED_AT_CHARACTERS = 2_000;
/** In fewer letters than these, one language is as likely as another. */
const LEAST_LETTERS = 20;
/** What the library is less sure of, or not much surer of than of the next one, it is often wrong about. */
const LEAST_ACCURACY = 0.05;
const LEAST_LEAD = 1.3;
/** Those that many people write letters in: of rarer ones a short text is more often taken for one than it is one. */
const ONLY =
  'ar bg cs da de el en es et fi fr he hi hr hu id it ja ko lt lv nb nl no pl pt ro ru sk sl sr sv th tr uk vi zh'.split(
    ' ',
  );

type Tinyld = typeof import('tinyld');
let library: Tinyld | null = null;

/** The library holds fifty megabytes of word frequencies: they are read when somebody first asks. */
function tinyld(): Tinyld {
  library ??= createRequire(import.meta.url)('tinyld') as Tinyld;
  return library;
}

/** Which language a text is written in, by its beginning; null where that cannot be told, as of a list of names or numbers. */
export function languageOf(text: string): LanguageCode | null {
  const beginning = text.slice(0, LOOKED_AT_CHARACTERS);
  if ((beginning.match(/\p{L}/gu)?.length ?? 0) < LEAST_LETTERS) return null;
  const [best, second] = tinyld().detectAll(beginning, { only: ONLY });
  if (!best || best.accuracy < LEAST_ACCURACY) return null;
  return second && best.accuracy < LEAST_LEAD * second.accuracy ? null : best.lang;
}
