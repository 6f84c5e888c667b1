import { languageOf } from '../../redaction/index.ts';

/** Languages that simulated letters are written in. */
export type PhraseLanguage = 'en' | 'de' | 'fr' | 'es' | 'it' | 'nl';

export const LANGUAGE_NAMES: Readonly<Record<PhraseLanguage, string>> = {
  en: 'English',
  de: 'German',
  fr: 'French',
  es: 'Spanish',
  it: 'Italian',
  nl: 'Dutch',
};

/** The language of a text, where there are phrases in it; null for another one, and where it cannot be told. */
export function phrasedLanguageOf(text: string): PhraseLanguage | null {
  const language = languageOf(text);
  return language !== null && language in LANGUAGE_NAMES ? (language as PhraseLanguage) : null;
}
