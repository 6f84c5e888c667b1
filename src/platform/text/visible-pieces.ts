import { visibleParts } from '../../proof/text.ts';
import { mixedWords, oddLetters } from './mixed-words.ts';

/** A displayed piece of text: the text itself, or a name for something invisible. */
export type VisiblePiece = string | { readonly mark: string };

/**
 * Maximum characters of white space displayed as it is. Longer white space would push the rest of the text out of view, so its
 * length is displayed instead.
 */
const LONGEST_SPACE = 12;
const LONGEST_GAP = 3;

/**
 * Matches two or more blanks or line ends in a row, and a lone carriage return, which only some programs treat as a line break.
 */
const WHITE = /[^\S\r\n]{2,}|(?:[^\S\r\n]*\r?\n){2,}|\r(?!\n)/gu;

/**
 * Splits external text into pieces that hide nothing. Invisible characters and those that turn the reading direction are
 * displayed by code point, repeated ones once with their number. Long white space is displayed by its length, and lookalike
 * letters are named. Line breaks stay, so display the pieces in an element that shows them.
 */
export function visiblePieces(text: string): VisiblePiece[] {
  const pieces: VisiblePiece[] = [];
  let repeated: { codePoint: string; times: number } | null = null;
  const flush = () => {
    if (repeated)
      pieces.push({ mark: repeated.times === 1 ? repeated.codePoint : `${repeated.codePoint} ×${repeated.times}` });
    repeated = null;
  };
  for (const part of visibleParts(text)) {
    if (typeof part !== 'string' && repeated?.codePoint === part.codePoint) repeated.times += 1;
    else {
      flush();
      if (typeof part === 'string') addSpaced(pieces, part);
      else repeated = { codePoint: part.codePoint, times: 1 };
    }
  }
  flush();
  return pieces;
}

function addSpaced(pieces: VisiblePiece[], text: string): void {
  let shown = 0;
  for (const { 0: white, index } of text.matchAll(WHITE)) {
    const mark = markFor(white);
    if (mark === null) continue;
    addWithCodePoints(pieces, text.slice(shown, index));
    pieces.push(...mark);
    shown = index + white.length;
  }
  addWithCodePoints(pieces, text.slice(shown));
}

/** Adds a text. In words that mix two scripts, adds the code point after each letter of the rarer script. */
function addWithCodePoints(pieces: VisiblePiece[], text: string): void {
  let shown = 0;
  for (const { word, at } of mixedWords(text)) {
    if (at > shown) pieces.push(text.slice(shown, at));
    const isOdd = oddLetters(word);
    for (const letter of word) {
      pieces.push(letter);
      if (isOdd(letter)) pieces.push({ mark: codePointOf(letter) });
    }
    shown = at + word.length;
  }
  if (shown < text.length) pieces.push(text.slice(shown));
}

const codePointOf = (letter: string) => `U+${letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;

/** Returns the text displayed in place of white space. Null for white space that is displayed as it is. */
function markFor(white: string): VisiblePiece[] | null {
  if (white === '\r') return [{ mark: 'U+000D' }];
  const lines = white.split('\n').length - 1;
  if (lines > 0) return lines > LONGEST_GAP ? ['\n', { mark: `${lines} line ends` }, '\n'] : null;
  return white.length > LONGEST_SPACE ? [{ mark: `${white.length} spaces` }] : null;
}
