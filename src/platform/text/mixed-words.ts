/** Maximum length of a word in characters. For a longer one, its beginning is checked. */
const LONGEST_WORD = 200;

const OUTSIDE_ASCII = /[\u0370-\u1fff]/;
const WORDS = /[\p{L}\p{M}]+/gu;

/** Letters that look like Latin ones, in the two scripts that have many of them. */
const LIKE_LATIN = /[аеорсухіѕјһԁԛԝѵӏАВЕКМНОРСТУХІЅЈԌԜοιρνυΑΒΕΖΗΙΚΜΝΟΡΤΥΧ]/u;
const LATIN = /\p{Script=Latin}/u;
const CYRILLIC = /\p{Script=Cyrillic}/u;
const GREEK = /\p{Script=Greek}/u;

/**
 * True if a word seems to be of one script but mixes two. Greek letters among Latin ones are usually symbols (`μm`, `kΩ`), so
 * only those that look Latin count. No language mixes Latin and Cyrillic within one word.
 */
export function isMixed(word: string): boolean {
  const start = word.slice(0, LONGEST_WORD);
  const hasCyrillic = CYRILLIC.test(start);
  const hasGreek = GREEK.test(start);
  if (hasCyrillic && hasGreek) return true;
  if (!LATIN.test(start)) return false;
  return hasCyrillic || (hasGreek && LIKE_LATIN.test(start));
}

/** Mixed words of a text with their positions, in UTF-16 code units. */
export function* mixedWords(text: string): Generator<{ word: string; at: number }> {
  if (!OUTSIDE_ASCII.test(text)) return;
  for (const { 0: word, index: at } of text.matchAll(WORDS)) {
    if (OUTSIDE_ASCII.test(word) && isMixed(word)) yield { word, at };
  }
}

/** Tells which letters of a mixed word are the odd ones: those of the script with fewer letters. */
export function oddLetters(word: string): (letter: string) => boolean {
  const isForeign = (letter: string) => CYRILLIC.test(letter) || GREEK.test(letter);
  const letters = [...word];
  const foreign = letters.filter(isForeign).length;
  const latin = letters.filter((letter) => LATIN.test(letter)).length;
  return latin > 0 && latin < foreign ? (letter) => LATIN.test(letter) : isForeign;
}
