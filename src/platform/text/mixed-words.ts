/** Maximum characters of a word that are checked. The rest of a longer word isn't checked. */
const LONGEST_WORD = 200;

const OUTSIDE_ASCII = /[\u0370-\u1fff]/;
const WORDS = /[\p{L}\p{M}]+/gu;

/** Cyrillic and Greek letters that look like Latin ones. */
const LIKE_LATIN = /[аеорсухіѕјһԁԛԝѵӏАВЕКМНОРСТУХІЅЈԌԜοιρνυΑΒΕΖΗΙΚΜΝΟΡΤΥΧ]/u;
const LATIN = /\p{Script=Latin}/u;
const CYRILLIC = /\p{Script=Cyrillic}/u;
const GREEK = /\p{Script=Greek}/u;

/**
 * True if a word mixes letters of the scripts Latin, Cyrillic and Greek. Greek letters in Latin words are usually symbols (`μm`,
 * `kΩ`), so only those that look Latin count. No language mixes Latin and Cyrillic within one word.
 */
export function isMixed(word: string): boolean {
  const start = word.slice(0, LONGEST_WORD);
  const hasCyrillic = CYRILLIC.test(start);
  const hasGreek = GREEK.test(start);
  if (hasCyrillic && hasGreek) return true;
  if (!LATIN.test(start)) return false;
  return hasCyrillic || (hasGreek && LIKE_LATIN.test(start));
}

/** Finds the words of a text that mix two scripts, with their positions in UTF-16 code units. */
export function* mixedWords(text: string): Generator<{ word: string; at: number }> {
  if (!OUTSIDE_ASCII.test(text)) return;
  for (const { 0: word, index: at } of text.matchAll(WORDS)) {
    if (OUTSIDE_ASCII.test(word) && isMixed(word)) yield { word, at };
  }
}

/**
 * Returns a function that is true for the letters of a mixed word's rarer script: Latin if fewer letters are Latin, otherwise
 * Cyrillic and Greek.
 */
export function oddLetters(word: string): (letter: string) => boolean {
  const isForeign = (letter: string) => CYRILLIC.test(letter) || GREEK.test(letter);
  const letters = [...word];
  const foreign = letters.filter(isForeign).length;
  const latin = letters.filter((letter) => LATIN.test(letter)).length;
  return latin > 0 && latin < foreign ? (letter) => LATIN.test(letter) : isForeign;
}
