import { visibleParts } from '../../proof/text.ts';
import { mixedWords, oddLetters } from './mixed-words.ts';

/** A piece of a text as it is shown: what stands there, or the name of what could not be seen of it. */
export type VisiblePiece = string | { readonly mark: string };

/** What is white and longer than this pushes the rest out of sight: its length stands in its place. */
const LONGEST_SPACE = 12;
const LONGEST_GAP = 3;

/** White that may be long, and what only some programs take for a line end. */
const WHITE = /[^\S\r\n]{2,}|(?:[^\S\r\n]*\r?\n){2,}|\r(?!\n)/gu;

/**
 * A text of somebody else in pieces of which nothing hides: characters that cannot be seen or that turn the reading direction stand
 * there by their numbers, those of a row once with how many they are, and of long white there is said how long it is, with what
 * follows right behind it. Letters that only look like others are named as well. Line ends are kept: it belongs into an element
 * that shows them.
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
    addTold(pieces, text.slice(shown, index));
    pieces.push(...mark);
    shown = index + white.length;
  }
  addTold(pieces, text.slice(shown));
}

/** Of a word in letters of two scripts, which looks like another, the odd ones have their number behind them. */
function addTold(pieces: VisiblePiece[], text: string): void {
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

/** Null for white as anybody writes it. */
function markFor(white: string): VisiblePiece[] | null {
  if (white === '\r') return [{ mark: 'U+000D' }];
  const lines = white.split('\n').length - 1;
  if (lines > 0) return lines > LONGEST_GAP ? ['\n', { mark: `${lines} line ends` }, '\n'] : null;
  return white.length > LONGEST_SPACE ? [{ mark: `${white.length} spaces` }] : null;
}
