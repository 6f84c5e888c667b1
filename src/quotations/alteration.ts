import type { SourceLayer, Word } from './source.ts';

export const DifferenceKind = {
  NUMBER: 'NUMBER',
  NEGATION: 'NEGATION',
  NAME: 'NAME',
  DATE: 'DATE',
  WORD: 'WORD',
  CASE: 'CASE',
  PUNCTUATION: 'PUNCTUATION',
  MISSING: 'MISSING',
  ADDED: 'ADDED',
  /** Words of the source that the quotation leaves out, as its ellipsis shows. */
  OMISSION: 'OMISSION',
  /** Words or a letter that the quotation replaces or adds, as its brackets show. */
  INSERTION: 'INSERTION',
} as const;
export type DifferenceKind = (typeof DifferenceKind)[keyof typeof DifferenceKind];

/** A place where a quotation differs from its source. */
export interface Difference {
  kind: DifferenceKind;
  /** Words of the quotation. Empty if they are missing. */
  quoted: string;
  /** Words of the source. Empty if the quotation adds words. */
  source: string;
  /** Offsets of the source's words in the original document. */
  start: number;
  end: number;
}

/** Best alignment of a quotation with a place of a source. */
export interface Alignment {
  same: number;
  /** Words of the source: first, and after the last. */
  from: number;
  to: number;
  pairs: [quoted: number | null, source: number | null][];
}

export const NEGATIONS =
  'not no never none nor neither cannot without nicht kein keine keiner keinem keinen keines nie niemals niemand nichts weder ohne ne n pas aucun aucune jamais nul nulle sans ni non rien'.split(
    ' ',
  );
export const NUMBER_WORDS =
  'two three four five six seven eight nine ten eleven twelve fourteen fifteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion half twice zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig hundert tausend deux trois quatre cinq sept huit neuf dix onze douze quinze vingt trente quarante cinquante soixante cent mille'.split(
    ' ',
  );
export const MONTHS =
  'january february march april may june july august september october november december januar februar märz mai juni juli oktober dezember janvier février mars avril juin juillet août septembre octobre novembre décembre'.split(
    ' ',
  );
const NEGATING_PREFIXES = ['non', 'un', 'in', 'im', 'ir', 'il', 'dis', 'nicht'];

const negations = new Set(NEGATIONS);
const numberWords = new Set(NUMBER_WORDS);
const months = new Set(MONTHS);

export const isNegation = (folded: string) =>
  negations.has(folded) || folded.endsWith("n't") || folded.startsWith("n'");
export const isNumeric = (folded: string) => /\p{N}/u.test(folded) || numberWords.has(folded);

/** Half of the diagonals that are compared. A quotation has at most that many words more or less than its source. */
const BAND = 40;

/** Aligns words with those of a source around the diagonal `offset`. Takes time in proportion to the number of words. */
export function align(quoted: readonly Word[], source: readonly Word[], offset: number): Alignment {
  const width = 2 * BAND + 1;
  const moves = new Uint8Array((quoted.length + 1) * width);
  let above = new Int32Array(width);
  for (let i = 1; i <= quoted.length; i++) {
    const row = new Int32Array(width).fill(1 << 28);
    for (let k = 0; k < width; k++) {
      const j = i + offset + k - BAND;
      if (j < 0 || j > source.length) continue;
      let least = k + 1 < width ? above[k + 1]! + 1 : 1 << 28;
      let move = 1;
      if (j > 0 && j - 1 < source.length) {
        const change = above[k]! + (quoted[i - 1]!.folded === source[j - 1]!.folded ? 0 : 1);
        if (change <= least) [least, move] = [change, 0];
        if (k > 0 && row[k - 1]! + 1 < least) [least, move] = [row[k - 1]! + 1, 2];
      }
      row[k] = least;
      moves[i * width + k] = move;
    }
    above = row;
  }
  let best = 0;
  for (let k = 1; k < width; k++) if (above[k]! <= above[best]!) best = k;
  const pairs: Alignment['pairs'] = [];
  let same = 0;
  let [i, k] = [quoted.length, best];
  const to = quoted.length + offset + best - BAND;
  while (i > 0) {
    const j = i + offset + k - BAND;
    const move = moves[i * width + k];
    if (move === 0 && j > 0) {
      if (quoted[i - 1]!.folded === source[j - 1]?.folded) same++;
      pairs.push([i - 1, j - 1]);
      i--;
    } else if (move === 2) {
      pairs.push([null, j - 1]);
      k--;
    } else {
      pairs.push([i - 1, null]);
      i--;
      k++;
    }
  }
  return { same, from: Math.max(0, i + offset + k - BAND), to, pairs: pairs.reverse() };
}

/** Differences of an alignment. */
export function differencesOf(
  alignment: Alignment,
  quotation: { text: string; words: readonly Word[] },
  layer: SourceLayer,
): Difference[] {
  const found: Difference[] = [];
  const { form, words } = layer;
  let lastPair: [number, number] | null = null;
  let nextSource = alignment.from;
  for (const [i, j] of alignment.pairs) {
    const quoted = i === null ? '' : sliceOf(quotation.text, quotation.words[i]!);
    const source = j === null ? '' : sliceOf(form.text, words[j]!);
    if (j !== null) nextSource = j + 1;
    if (i !== null && j !== null && lastPair && lastPair[0] === i - 1 && lastPair[1] === j - 1) {
      const between = quotation.text.slice(quotation.words[i - 1]!.end, quotation.words[i]!.start);
      const there = form.text.slice(words[j - 1]!.end, words[j]!.start);
      if (between !== there.replace('\u00ad', '- ')) {
        const [start, end] = [form.ends[words[j - 1]!.end - 1]!, form.starts[words[j]!.start]!];
        found.push({ kind: DifferenceKind.PUNCTUATION, quoted: between, source: there, start, end });
      }
    }
    lastPair = i !== null && j !== null ? [i, j] : null;
    if (quoted === source || (j !== null && i !== null && isSameWord(quoted, source))) continue;
    const at = words[Math.min(j ?? nextSource, words.length - 1)]!;
    const start = form.starts[at.start]!;
    const end = j === null ? start : form.ends[at.end - 1]!;
    found.push({ kind: kindOf(quoted, source, dateNear(words, j ?? nextSource)), quoted, source, start, end });
  }
  return found;
}

const sliceOf = (text: string, { start, end }: Word) => text.slice(start, end);

/** True if the words are equal except for hyphens at a line end. */
const isSameWord = (one: string, other: string) =>
  one.replaceAll('\u00ad', '') === other.replaceAll('\u00ad', '') ||
  one.replaceAll('\u00ad', '-') === other.replaceAll('\u00ad', '-');

const dateNear = (words: readonly Word[], at: number) =>
  [at - 2, at - 1, at, at + 1, at + 2].some((near) => months.has(words[near]?.folded ?? ''));

function kindOf(quoted: string, source: string, isNearDate: boolean): DifferenceKind {
  const [one, other] = [quoted.toLowerCase(), source.toLowerCase()];
  if (isNegation(one) !== isNegation(other) || isNegatedForm(one, other) || isNegatedForm(other, one)) {
    return DifferenceKind.NEGATION;
  }
  const isEither = (test: (word: string) => boolean) => test(one) || test(other);
  if (isEither((word) => (months.has(word) && word !== 'may') || /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$/.test(word))) {
    return DifferenceKind.DATE;
  }
  if (isEither(isNumeric)) return isNearDate ? DifferenceKind.DATE : DifferenceKind.NUMBER;
  if (quoted === '') return DifferenceKind.MISSING;
  if (source === '') return DifferenceKind.ADDED;
  if (one === other) return DifferenceKind.CASE;
  if (/^\p{Lu}/u.test(quoted) && /^\p{Lu}/u.test(source)) return DifferenceKind.NAME;
  return DifferenceKind.WORD;
}

const isNegatedForm = (one: string, other: string) =>
  one.length > 2 && NEGATING_PREFIXES.some((prefix) => other === prefix + one || other === `${prefix}-${one}`);
