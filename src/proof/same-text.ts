import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { normalForm, singletonsOfUnicode } from './normal-form.ts';
import { sealedBytes } from './text.ts';

/** A character of the copy that was taken for one of the sealed text: U+585A for U+FA10. */
export interface ConfusedCharacter {
  copy: string;
  sealed: string;
}

/** What lies between two texts that are not the same bytes and have the same normal form. */
export interface TextDifference {
  /** In words; empty where the sealed bytes were not made again, so that it may be any of what a normal form levels. */
  parts: string[];
  /** Characters that only normalise to one another. Where there are any, the text is not the same. */
  taken: ConfusedCharacter[];
  /** Whether those are the ones; else they are all that may be. */
  isCertain: boolean;
}

/** All that is known of the sealed bytes. */
export interface SealedDigest {
  byteLength: number;
  /** Hex. */
  sha256: string;
}

/**
 * How much is written and hashed to make the sealed bytes again: a second or two in a browser. A letter takes a few kilobytes of
 * it. With less, more texts would only be told what may differ; with more, a page would stand still.
 */
const MAX_BYTES = 32_000_000;

/** Line ends after the last line; more is nothing that anybody wrote. */
const MAX_LAST_ENDS = 1_000;

/** Of one character in the copy, how many are tried one by one. */
const MAX_PLACES = 50;

const BYTE_ORDER_MARK = '\ufeff';
const LINE_ENDS = 'line ends';
const MARK = 'a byte order mark';
const ACCENTS = 'how accents are written';

/**
 * Finds out what differs between a copy and the sealed text, when both have the same normal form, by making the sealed bytes
 * again out of the copy. Only that proves what it is: a normal form also takes characters for one another that are not the
 * same, such as the Greek question mark and the semicolon.
 * @param salt of a private seal
 * @throws {NotStreamSafe}
 */
export function differenceOf(copy: string, sealed: SealedDigest, salt?: Uint8Array): TextDifference {
  const search = new SealedTextSearch(copy, sealed, salt);
  for (const guess of guessesAt(copy)) {
    const parts = search.find(guess);
    if (parts) return { parts, taken: guess.taken, isCertain: true };
    if (search.isSpent) break;
  }
  const taken = [...otherSpellings(copy), ...possibleTargets(copy)];
  return { parts: [], taken, isCertain: taken.length === 0 };
}

/** A spelling of the characters that the sealed text may have, whatever its line ends. */
interface TextGuess {
  text: string;
  areAccentsOther: boolean;
  taken: ConfusedCharacter[];
}

/** The likeliest first. */
function* guessesAt(copy: string): Generator<TextGuess> {
  yield { text: copy, areAccentsOther: false, taken: [] };
  const spellings = otherSpellings(copy);
  if (spellings.length > 0) {
    const keepingThem = new RegExp(`(${spellings.map((one) => one.copy).join('|')})`, 'u');
    for (const form of ['NFC', 'NFD'] as const) {
      const text = copy
        .split(keepingThem)
        .map((piece, index) => (index % 2 === 0 ? normalForm(piece, form) : piece))
        .join('');
      yield { text, areAccentsOther: true, taken: [] };
    }
    const text = spellings.reduce((changed, one) => changed.replaceAll(one.copy, one.sealed), copy);
    yield { text, areAccentsOther: false, taken: spellings };
  }
  for (const form of ['NFC', 'NFD'] as const) {
    const text = normalForm(copy, form);
    if (text !== copy) yield { text, areAccentsOther: true, taken: spellings };
  }
  const targets = possibleTargets(copy);
  for (const one of targets) {
    yield { text: copy.replaceAll(one.copy, one.sealed), areAccentsOther: false, taken: [one] };
  }
  for (const one of targets) {
    let at = copy.indexOf(one.copy);
    for (let place = 0; at >= 0 && place < MAX_PLACES; place++) {
      const text = copy.slice(0, at) + one.sealed + copy.slice(at + one.copy.length);
      yield { text, areAccentsOther: false, taken: [one] };
      at = copy.indexOf(one.copy, at + 1);
    }
  }
}

/** Characters of the copy that normalise to others, which the sealed text may have in their place. */
function otherSpellings(copy: string): ConfusedCharacter[] {
  const isThere = presenceIn(copy);
  return [...singletonsOfUnicode()].flatMap(([one, normal]) => (isThere(one) ? [{ copy: one, sealed: normal }] : []));
}

/** Characters of the copy that others normalise to, which the sealed text may have in their place. */
function possibleTargets(copy: string): ConfusedCharacter[] {
  const decomposed = normalForm(copy, 'NFD');
  const isThere = presenceIn(decomposed);
  return [...singletonsOfUnicode()].flatMap(([one, normal]) => {
    const [base, ...marks] = normalForm(normal, 'NFD');
    // A letter with an accent may stand with more of them, in whatever order they are put.
    const isPossible = isThere(base!) && marks.every((mark) => isThere(mark)) && hasCluster(decomposed, base!, marks);
    return isPossible ? [{ copy: normal, sealed: one }] : [];
  });
}

function hasCluster(decomposed: string, base: string, marks: readonly string[]): boolean {
  if (marks.length === 0) return true;
  const lookaheads = marks.map((mark) => `(?=\\p{M}*?${mark})`).join('');
  return new RegExp(`${base}${lookaheads}`, 'u').test(decomposed);
}

/** Whether a character is in the text, for many characters of one text. */
function presenceIn(text: string): (character: string) => boolean {
  const units = new Uint8Array(0x10000);
  for (let at = 0; at < text.length; at++) units[text.charCodeAt(at)] = 1;
  return (character) => units[character.charCodeAt(0)] === 1 && (character.length === 1 || text.includes(character));
}

/** Looks for line ends and a byte order mark with which a guess is the sealed text. */
class SealedTextSearch {
  readonly #lines: string;
  readonly #lastEnds: string;
  readonly #hasMark: boolean;
  readonly #sealed: SealedDigest;
  readonly #salt: Uint8Array | undefined;
  #bytes = 0;

  constructor(copy: string, sealed: SealedDigest, salt: Uint8Array | undefined) {
    [this.#lines, this.#lastEnds] = parted(unmarked(copy));
    this.#hasMark = copy.startsWith(BYTE_ORDER_MARK);
    this.#sealed = sealed;
    this.#salt = salt;
  }

  get isSpent(): boolean {
    return this.#bytes > MAX_BYTES;
  }

  /** What differs from the copy, when it is found. */
  find({ text, areAccentsOther }: TextGuess): string[] | null {
    const [lines, lastEnds] = parted(unmarked(text));
    const even = lines.replace(/\r\n?/g, '\n');
    const evenLength = this.#lengthOf(even);
    const breaks = even.split('\n').length - 1;
    const asItIs = { lines, length: lines === even ? evenLength : this.#lengthOf(lines) };
    const ways = [
      { ...asItIs, end: lastEnds.startsWith('\r\n') ? '\r\n' : '\n' },
      ...['\n', '\r\n', '\r'].map((end) => ({
        lines: end === '\n' ? even : even.replaceAll('\n', end),
        length: evenLength + breaks * (end.length - 1),
        end,
      })),
    ];
    for (const { lines, length, end } of ways) {
      for (const hasMark of [this.#hasMark, !this.#hasMark]) {
        const ends = (this.#sealed.byteLength - (this.#salt?.length ?? 0) - length - (hasMark ? 3 : 0)) / end.length;
        if (!Number.isInteger(ends) || ends < 0 || ends > MAX_LAST_ENDS) continue;
        const whole = (hasMark ? BYTE_ORDER_MARK : '') + lines + end.repeat(ends);
        if (!this.#isSealed(whole)) continue;
        return [
          ...(end.repeat(ends) !== this.#lastEnds || this.#endsOtherwise(lines) ? [LINE_ENDS] : []),
          ...(hasMark !== this.#hasMark ? [MARK] : []),
          ...(areAccentsOther ? [ACCENTS] : []),
        ];
      }
    }
    return null;
  }

  /** Whether lines end otherwise than those of the copy. */
  #endsOtherwise(lines: string): boolean {
    const endsIn = (text: string) => text.match(/\r\n?|\n/g)?.join();
    return endsIn(lines) !== endsIn(this.#lines);
  }

  #lengthOf(text: string): number {
    const { length } = sealedBytes(text);
    this.#bytes += length;
    return length;
  }

  #isSealed(text: string): boolean {
    const bytes = sealedBytes(text, this.#salt);
    this.#bytes += bytes.length;
    return bytesToHex(sha256(bytes)) === this.#sealed.sha256;
  }
}

const unmarked = (text: string) => (text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);

/** The text up to its last line end, and those. */
function parted(text: string): [lines: string, lastEnds: string] {
  let end = text.length;
  while (end > 0 && (text[end - 1] === '\n' || text[end - 1] === '\r')) end--;
  return [text.slice(0, end), text.slice(end)];
}
