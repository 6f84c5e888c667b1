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

/** How many words of a text are such. */
export function mixedWords(text: string): number {
  if (!OUTSIDE_ASCII.test(text)) return 0;
  let count = 0;
  for (const [word] of text.matchAll(WORDS)) if (OUTSIDE_ASCII.test(word) && isMixed(word)) count += 1;
  return count;
}
