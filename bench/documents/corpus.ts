/** A language of the corpus. */
interface CorpusLanguage {
  readonly tag: string;
  readonly configuration: string;
  /** The most frequent words, which have no meaning for a search. */
  readonly small: readonly string[];
  /** Words of the law, the next most frequent. */
  readonly legal: readonly string[];
  readonly endings: readonly string[];
}

const split = (words: string) => words.split(' ');

/** Languages of ten documents of the corpus, in turn. */
const LANGUAGES: readonly CorpusLanguage[] = (() => {
  const en: CorpusLanguage = {
    tag: 'en',
    configuration: 'english',
    small: split(
      'the of and to in a that is for be by this or with as on it not shall from any which at an was were has have',
    ),
    legal: split(
      'court tenant landlord rent party contract notice payment claim law agreement date section right obligation damage liability judge evidence breach period property clause delivery seller buyer interest appeal decision statement witness termination lease deposit repair invoice expert report hearing order award costs defendant claimant document letter',
    ),
    endings: ['tion', 'ment', 'ing', 'er', 'ed', 's', 'ity', 'able'],
  };
  const de: CorpusLanguage = {
    tag: 'de',
    configuration: 'german',
    small: split(
      'der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat dass sie nach wird bei',
    ),
    legal: split(
      'Gericht Mieter Vermieter Miete Partei Vertrag Mitteilung Zahlung Klage Gesetz Vereinbarung Datum Abschnitt Recht Pflicht Schaden Haftung Richter Beweis Verletzung Frist Eigentum Klausel Lieferung Verkäufer Käufer Zinsen Berufung Entscheidung Erklärung Zeuge Kündigung Kaution Reparatur Rechnung Gutachten Bericht Verhandlung Beschluss Kosten Beklagte Kläger Urkunde Schreiben',
    ),
    endings: ['ung', 'heit', 'keit', 'en', 'er', 'lich', 'schaft', 'te'],
  };
  const fr: CorpusLanguage = {
    tag: 'fr',
    configuration: 'french',
    small: split(
      'de la le et les des en un du une que est pour qui dans par plus sur au ne se pas ce il avec sont aux cette',
    ),
    legal: split(
      'tribunal locataire bailleur loyer partie contrat avis paiement demande loi accord date article droit obligation dommage responsabilité juge preuve manquement délai propriété clause livraison vendeur acheteur intérêt appel décision déclaration témoin résiliation bail dépôt réparation facture expertise rapport audience ordonnance frais défendeur demandeur document lettre',
    ),
    endings: ['tion', 'ment', 'eur', 'ités', 'er', 'ant', 'ure', 'ique'],
  };
  return [en, de, en, fr, en, de, en, en, fr, en];
})();

/** Number of words of a language that aren't names. */
const VOCABULARY = 40_000;
/** Number of names in all documents. */
const NAMES = 200_000;
/** Number of words of a passage, and so about 1,200 characters. */
const WORDS = 175;
/** Passages per document. */
export const PASSAGES_PER_DOCUMENT = 100;

const SYLLABLES = split(
  'ba ce di fo gu ha je ki lo mu na pe qui ro su ta ve wi xa yo za bre cla dru fle gri hau kro lei mar nor pla ster tra vol wer',
);

/** Random numbers from a seed, so that every run has the same corpus. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A word that is made of syllables, the same for the same number. */
function composed(number: number, ending: string): string {
  let rest = number + 1;
  let word = '';
  while (rest > 0) {
    word += SYLLABLES[rest % SYLLABLES.length]!;
    rest = Math.floor(rest / SYLLABLES.length);
  }
  return word + ending;
}

const vocabularies = new Map(
  LANGUAGES.map(({ tag, small, legal, endings }) => [
    tag,
    Array.from(
      { length: VOCABULARY },
      (_, rank) => [...small, ...legal][rank] ?? composed(rank, endings[rank % endings.length]!),
    ),
  ]),
);

/** A name that a passage can have, the n-th of all. */
export function nameOf(number: number): string {
  const word = composed(number * 7 + 50_000, number % 2 === 0 ? 'mann' : 'ov');
  return word[0]!.toUpperCase() + word.slice(1);
}

export const languageOf = (document: number): CorpusLanguage => LANGUAGES[document % LANGUAGES.length]!;

/** Text of a passage: words by Zipf's law, with names, amounts and a file number. */
export function passageText(document: number, ordinal: number): string {
  const random = randomOf(document * PASSAGES_PER_DOCUMENT + ordinal);
  const vocabulary = vocabularies.get(languageOf(document).tag)!;
  const scale = Math.log(VOCABULARY + 1);
  const words: string[] = [fileNumber(document, ordinal)];
  for (let at = 1; at < WORDS; at += 1) {
    if (at % 40 === 0) words.push(nameOf(Math.floor(random() ** 3 * NAMES)));
    else if (at % 60 === 1) words.push(String(Math.floor(random() * 100_000)));
    else {
      const word = vocabulary[Math.floor(Math.exp(random() * scale)) - 1]!;
      words.push(at % 17 === 0 ? `${word}.` : word);
    }
  }
  return words.join(' ');
}

/** Number that only one passage has. */
export const fileNumber = (document: number, ordinal: number) => `F${document}x${ordinal}`;
