import { type LanguageCode, languageOf } from '../../platform/language/language.ts';

/** Characters of each of the three places of a document that are examined. */
const SAMPLE_CHARACTERS = 2_000;

/** Minimum number of letters of a document. Names and numbers of a shorter one are often mistaken for another language. */
const LEAST_LETTERS = 80;

/** Language of a document by its beginning, middle and end. Null if these are in different languages, or too short. */
export function documentLanguage(text: string): LanguageCode | null {
  if ((text.slice(0, SAMPLE_CHARACTERS).match(/\p{L}/gu)?.length ?? 0) < LEAST_LETTERS) return null;
  const middle = Math.max(0, Math.floor(text.length / 2) - SAMPLE_CHARACTERS / 2);
  const places = text.length <= SAMPLE_CHARACTERS ? [0] : [0, middle, Math.max(0, text.length - SAMPLE_CHARACTERS)];
  const found = new Set(
    places.flatMap((start) => languageOf(text.slice(start, start + SAMPLE_CHARACTERS).toWellFormed()) ?? []),
  );
  return found.size === 1 ? [...found][0]! : null;
}
