import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { normalForm, singletonsOfUnicode } from './normal-form.ts';
import { sealedBytes } from './text.ts';

/**
 * A character of the copy, and the different character of the sealed text that has the same normal form, such as U+585A and
 * U+FA10.
 */
export interface ConfusedCharacter {
  copy: string;
  sealed: string;
}

/** Difference between two texts with different bytes and the same normal form. */
export interface TextDifference {
  /**
   * Differences between the texts other than `taken`, as phrases. If the sealed bytes weren't reconstructed, the list is empty,
   * and the difference can be anything that normalization removes.
   */
  parts: string[];
  /**
   * Characters of the two texts that are different, but equal after normalization. If `isCertain` is true and there are any,
   * the texts differ in content.
   */
  taken: ConfusedCharacter[];
  /** True if the texts are proven to differ in exactly the characters in `taken`. False if they may differ in some of them. */
  isCertain: boolean;
}

/** Size and digest of the sealed bytes, which are unknown themselves. */
export interface SealedDigest {
  byteLength: number;
  /** Hex. */
  sha256: string;
}

/**
 * Maximum number of bytes to write and hash while reconstructing the sealed bytes, which takes a second or two in a browser. A
 * letter needs a few kilobytes. With a lower limit, more texts would get an uncertain result; with a higher one, a page would
 * freeze.
 */
const MAX_BYTES = 32_000_000;

/** Maximum number of line ends after the last line. No real text has more. */
const MAX_LAST_ENDS = 1_000;

/** Maximum number of occurrences of one character that are replaced one at a time. */
const MAX_PLACES = 50;

const BYTE_ORDER_MARK = '\ufeff';
const LINE_ENDS = 'line ends';
const MARK = 'a byte order mark';
const ACCENTS = 'the encoding of accents';

/**
 * Finds out how a copy differs from the sealed text with the same normal form, by reconstructing the sealed bytes from the copy.
 * A comparison after normalization wouldn't suffice, because it merges different characters, such as the Greek question mark and
 * the semicolon.
 * @param salt salt of a private seal
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

/** A candidate spelling of the sealed text, without regard to line ends. */
interface TextGuess {
  text: string;
  areAccentsOther: boolean;
  taken: ConfusedCharacter[];
}

/** Candidates for the sealed text, most likely first. */
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

/** Characters of the copy that normalize to other characters. The sealed text can contain those instead. */
function otherSpellings(copy: string): ConfusedCharacter[] {
  const isThere = presenceIn(copy);
  return [...singletonsOfUnicode()].flatMap(([one, normal]) => (isThere(one) ? [{ copy: one, sealed: normal }] : []));
}

/** Characters of the copy to which other characters normalize. The sealed text can contain those instead. */
function possibleTargets(copy: string): ConfusedCharacter[] {
  const decomposed = normalForm(copy, 'NFD');
  const isThere = presenceIn(decomposed);
  return [...singletonsOfUnicode()].flatMap(([one, normal]) => {
    const [base, ...marks] = normalForm(normal, 'NFD');
    // True if the copy can contain this letter with its accents. An accented letter can have further accents, in any order.
    const isPossible = isThere(base!) && marks.every((mark) => isThere(mark)) && hasCluster(decomposed, base!, marks);
    return isPossible ? [{ copy: normal, sealed: one }] : [];
  });
}

function hasCluster(decomposed: string, base: string, marks: readonly string[]): boolean {
  if (marks.length === 0) return true;
  const lookaheads = marks.map((mark) => `(?=\\p{M}*?${mark})`).join('');
  return new RegExp(`${base}${lookaheads}`, 'u').test(decomposed);
}

/** Returns a function that tells if a character is in the text, optimized for many characters of one text. */
function presenceIn(text: string): (character: string) => boolean {
  const units = new Uint8Array(0x10000);
  for (let at = 0; at < text.length; at++) units[text.charCodeAt(at)] = 1;
  return (character) => units[character.charCodeAt(0)] === 1 && (character.length === 1 || text.includes(character));
}

/** Tries line ends and a byte order mark until a candidate has the digest of the sealed text. */
class SealedTextSearch {
  readonly #lines: string;
  readonly #lastEnds: string;
  readonly #hasMark: boolean;
  readonly #sealed: SealedDigest;
  readonly #salt: Uint8Array | undefined;
  #bytes = 0;

  constructor(copy: string, sealed: SealedDigest, salt: Uint8Array | undefined) {
    [this.#lines, this.#lastEnds] = splitTrailingEnds(unmarked(copy));
    this.#hasMark = copy.startsWith(BYTE_ORDER_MARK);
    this.#sealed = sealed;
    this.#salt = salt;
  }

  get isSpent(): boolean {
    return this.#bytes > MAX_BYTES;
  }

  /** Differences between the copy and the sealed text. Null if no attempt produced the sealed text. */
  find({ text, areAccentsOther }: TextGuess): string[] | null {
    const [lines, lastEnds] = splitTrailingEnds(unmarked(text));
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

  /** True if `lines`, which were reconstructed from the user's copy of the text, have other line ends than this copy. */
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

/** Splits a text into its lines and the line ends after the last line. */
function splitTrailingEnds(text: string): [lines: string, lastEnds: string] {
  let end = text.length;
  while (end > 0 && (text[end - 1] === '\n' || text[end - 1] === '\r')) end--;
  return [text.slice(0, end), text.slice(end)];
}
