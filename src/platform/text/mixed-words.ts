/** In characters: nobody writes longer words, and of a longer one its beginning says enough. */
const LONGEST_WORD = 200;

const OUTSIDE_ASCII = /[\u0370-\u1fff]/;
const WORDS = /[\p{L}\p{M}]+/gu;

/** Letters that cannot be told from a Latin one by looking, in the two scripts that have many of them. */
const LIKE_LATIN = /[аеорсухіѕјһԁԛԝѵӏАВЕКМНОРСТУХІЅЈԌԜοιρνυΑΒΕΖΗΙΚΜΝΟΡΤΥΧ]/u;
const LATIN = /\p{Script=Latin}/u;
const CYRILLIC = /\p{Script=Cyrillic}/u;
const GREEK = /\p{Script=Greek}/u;

/**
 * Whether a word looks as if it were of one script and is of two. Greek letters in a Latin word are mostly signs (`μm`, `kΩ`):
 * only those that look Latin make it one. No language writes one word in Latin and Cyrillic.
 */
export function isMixed(word: string): boolean {
  const looked = word.slice(0, LONGEST_WORD);
  const hasCyrillic = CYRILLIC.test(looked);
  const hasGreek = GREEK.test(looked);
  if (hasCyrillic && hasGreek) return true;
  if (!LATIN.test(looked)) return false;
  return hasCyrillic || (hasGreek && LIKE_LATIN.test(looked));
}

/** The words of a text that are such, with where they stand, in UTF-16 code units. */
export function* mixedWords(text: string): Generator<{ word: string; at: number }> {
  if (!OUTSIDE_ASCII.test(text)) return;
  for (const { 0: word, index: at } of text.matchAll(WORDS)) {
    if (OUTSIDE_ASCII.test(word) && isMixed(word)) yield { word, at };
  }
}

/** Says of the letters of a mixed word which are the odd ones: those of whichever has fewer, Latin or the other script. */
export function oddLetters(word: string): (letter: string) => boolean {
  const isForeign = (letter: string) => CYRILLIC.test(letter) || GREEK.test(letter);
  const letters = [...word];
  const foreign = letters.filter(isForeign).length;
  const latin = letters.filter((letter) => LATIN.test(letter)).length;
  return latin > 0 && latin < foreign ? (letter) => LATIN.test(letter) : isForeign;
}
