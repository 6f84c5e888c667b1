/** Languages that are told apart, and that simulated letters are written in. */
export type LanguageCode = 'en' | 'de' | 'fr' | 'es' | 'it' | 'nl';

export const LANGUAGE_NAMES: Readonly<Record<LanguageCode, string>> = {
  en: 'English',
  de: 'German',
  fr: 'French',
  es: 'Spanish',
  it: 'Italian',
  nl: 'Dutch',
};

/** Words that hardly any sentence of a language does without, and that few others have. */
const FREQUENT: Readonly<Record<LanguageCode, string>> = {
  en: 'the and of to is that for with was are this have not you be on it from by they what which please we your our',
  de: 'der die das und ist nicht ein eine mit für auf dem den von zu sie wir ich haben bitte oder auch wird werden im ihre unser',
  fr: 'le la les et est une des pour pas dans avec que qui nous vous sur au du ce sont votre notre merci je être aux',
  es: 'el la los las y es una para por con que no del se su como más está nosotros gracias usted señora su nuestro',
  it: 'il lo gli e è una per con che non della del sono di nel si come più anche grazie questo nostro vostro alla',
  nl: 'de het een en is niet van voor met op dat die we u zijn ook naar wordt bij onze uw graag dit aan heeft',
};

const WORDS = Object.entries(FREQUENT).map(
  ([code, words]) => [code as LanguageCode, new Set(words.split(' '))] as const,
);

/** Enough to tell; a page more says nothing new. */
const LOOKED_AT_CHARACTERS = 4_000;
/** Fewer frequent words than this could be names or a coincidence. */
const LEAST_HITS = 2;

/** By its frequent words; null where they do not tell, as in a few words, a list of names or any other language. */
export function languageOf(text: string): LanguageCode | null {
  const hits = new Map<LanguageCode, number>();
  for (const [word] of text
    .slice(0, LOOKED_AT_CHARACTERS)
    .toLowerCase()
    .matchAll(/\p{L}+/gu)) {
    for (const [code, words] of WORDS) if (words.has(word)) hits.set(code, (hits.get(code) ?? 0) + 1);
  }
  const [best, second] = [...hits].sort((a, b) => b[1] - a[1]);
  if (!best || best[1] < LEAST_HITS || best[1] === second?.[1]) return null;
  return best[0];
}
