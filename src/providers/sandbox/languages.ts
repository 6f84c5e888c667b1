import { languageOf } from '../../platform/language/language.ts';

/** Languages of simulated letters. */
export type PhraseLanguage = 'en' | 'de' | 'fr' | 'es' | 'it' | 'nl';

export const LANGUAGE_NAMES: Readonly<Record<PhraseLanguage, string>> = {
  en: 'English',
  de: 'German',
  fr: 'French',
  es: 'Spanish',
  it: 'Italian',
  nl: 'Dutch',
};

/** Detects the language of a text. Null for a language without phrases, or if unknown. */
export function phrasedLanguageOf(text: string): PhraseLanguage | null {
  const language = languageOf(text);
  return language !== null && language in LANGUAGE_NAMES ? (language as PhraseLanguage) : null;
}
