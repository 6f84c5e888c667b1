import { createRequire } from 'node:module';

/** ISO 639-1. */
export type LanguageCode = string;

/** Enough to tell; a page more says nothing new, and takes its time. */
const LOOKED_AT_CHARACTERS = 2_000;
/** In fewer letters than these, one language is as likely as another. */
const LEAST_LETTERS = 12;
/** What the library is as sure of as this it is mostly right about. */
const LEAST_ACCURACY = 0.1;

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
  const [best] = tinyld().detectAll(beginning);
  return best && best.accuracy >= LEAST_ACCURACY ? best.lang : null;
}
