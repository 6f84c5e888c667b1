import { FoldedText, LOOK_ALIKE } from './folded-text.ts';
import type { TextMatch } from './text-match.ts';

export const MOST_NAMES = 2_000;
/** Maximum characters of a name. */
export const MOST_NAME_LENGTH = 100;
/** Maximum number of compared words of a name. A longer name is matched by its first words. */
const MOST_WORDS = 8;

interface NameNode {
  readonly next: Map<string, NameNode>;
  /** True if a name ends at this word. */
  isName: boolean;
}

interface TextWord {
  readonly folded: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Matches names by whole words: in any case, with or without accents. Words can have a line end between them, or up to three
 * blanks, tabs, dashes, dots or apostrophes. Inflections only match if they are listed.
 */
export class NameList {
  readonly #first: NameNode = { next: new Map(), isName: false };
  readonly size: number;

  constructor(names: readonly string[]) {
    if (names.length > MOST_NAMES) throw new RangeError(`At most ${MOST_NAMES} names can be looked for in a text.`);
    for (const name of names) this.#add(name);
    this.size = names.length;
  }

  *in(text: string): Generator<TextMatch> {
    if (this.#first.next.size === 0) return;
    // The next words of the text: at most as many as are compared of a name.
    const words: TextWord[] = [];
    let isDone = false;
    const source = wordsOf(text);
    for (;;) {
      while (!isDone && words.length < MOST_WORDS) {
        const { value, done } = source.next();
        if (done) isDone = true;
        else words.push(value);
      }
      if (words.length === 0) return;
      const count = this.#longest(text, words);
      if (count > 0) {
        const found = words.slice(0, count);
        yield {
          kind: 'NAME',
          start: found[0]!.start,
          end: found.at(-1)!.end,
          value: found.map(({ folded }) => folded).join(' '),
        };
      }
      words.splice(0, Math.max(1, count));
    }
  }

  /** Number of words of the longest name at the start of `words`. 0 if no name starts there. */
  #longest(text: string, words: readonly TextWord[]): number {
    let step: NameNode | undefined = this.#first;
    let longest = 0;
    for (const [index, { folded, start }] of words.entries()) {
      if (index > 0 && !BETWEEN.test(text.slice(words[index - 1]!.end, start))) break;
      step = step.next.get(folded);
      if (!step) break;
      if (step.isName) longest = index + 1;
    }
    return longest;
  }

  #add(name: string): void {
    let step = this.#first;
    let count = 0;
    for (const { folded } of wordsOf(new FoldedText(name.slice(0, MOST_NAME_LENGTH)).text)) {
      if (count++ === MOST_WORDS) break;
      let next = step.next.get(folded);
      if (!next) {
        next = { next: new Map(), isName: false };
        step.next.set(folded, next);
      }
      step = next;
    }
    // A single letter or digit isn't a name, even with punctuation: `A.` would match every word “a”.
    if (count > 1 || (name.match(LETTERS)?.length ?? 0) > 1) step.isName = true;
  }
}

/** In scripts without blanks between words, every character is a word. */
const WORD =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}])[\p{L}\p{N}\p{M}])+/gu;
const LETTERS = /[\p{L}\p{N}]/gu;
const BETWEEN = /^(?:|[ \t\u00a0.'’ʼ`´-]{1,3}|\. ?| ?\r?\n ?)$/u;

function* wordsOf(text: string): Generator<TextWord> {
  for (const { 0: word, index } of text.matchAll(WORD)) {
    yield { folded: foldedWord(word), start: index, end: index + word.length };
  }
}

/** Maximum characters of a compared word. No word of a listed name is longer. */
const MOST_FOLDED = 100;

function foldedWord(word: string): string {
  if (word.length > MOST_FOLDED) return '';
  // If a word mixes Latin letters with Cyrillic or Greek ones, letters that look like a Latin letter count as that letter.
  const isMixed = MIXED.test(word);
  let folded = '';
  for (const character of word) {
    folded += foldedLetter(isMixed ? (LOOK_ALIKE.get(character) ?? character) : character);
  }
  return folded;
}

const MIXED = /^(?=.*\p{Script=Latin})(?=.*[\p{Script=Cyrillic}\p{Script=Greek}])/u;

const letters = new Map<string, string>();
const MOST_LETTERS = 20_000;

function foldedLetter(character: string): string {
  let folded = letters.get(character);
  if (folded === undefined) {
    folded = character.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '');
    folded = OTHER.get(folded) ?? folded;
    if (letters.size < MOST_LETTERS) letters.set(character, folded);
  }
  return folded;
}

/** Letters without a decomposable accent, with their plain spelling. */
const OTHER: ReadonlyMap<string, string> = new Map(
  'ßss æae œoe øo łl đd ðd þth ħh ıi ŋng'.split(' ').map((entry) => [entry[0]!, entry.slice(1)] as const),
);
