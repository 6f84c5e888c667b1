import { escapeHtml } from '../../platform/pages/html-page.ts';
import { mixedWords, oddLetters } from '../../platform/text/mixed-words.ts';
import { visibleParts } from '../../proof/text.ts';

/** What is white and longer than this pushes the rest out of sight: its length stands in its place. */
const LONGEST_SPACE = 12;
const LONGEST_GAP = 3;

/** White that may be long, and what only some programs take for a line end. */
const WHITE = /[^\S\r\n]{2,}|(?:[^\S\r\n]*\r?\n){2,}|\r(?!\n)/gu;

/**
 * A text of somebody else as HTML in which nothing hides: characters that cannot be seen or that turn the reading direction stand
 * there by their numbers, those of a row once with how many they are, and of long white there is said how long it is, with what
 * follows right behind it. Letters that only look like others are named as well. Line ends are kept: it belongs into an element
 * that shows them.
 */
export function visibleHtml(text: string): string {
  let html = '';
  let repeated: { codePoint: string; times: number } | null = null;
  const flush = () => {
    if (repeated)
      html += marked(repeated.times === 1 ? repeated.codePoint : `${repeated.codePoint} ×${repeated.times}`);
    repeated = null;
  };
  for (const part of visibleParts(text)) {
    if (typeof part !== 'string' && repeated?.codePoint === part.codePoint) repeated.times += 1;
    else {
      flush();
      if (typeof part === 'string') html += spaced(part);
      else repeated = { codePoint: part.codePoint, times: 1 };
    }
  }
  flush();
  return `<bdi>${html}</bdi>`;
}

function spaced(text: string): string {
  let html = '';
  let shown = 0;
  for (const { 0: white, index } of text.matchAll(WHITE)) {
    const mark = markFor(white);
    if (mark === null) continue;
    html += told(text.slice(shown, index)) + mark;
    shown = index + white.length;
  }
  return html + told(text.slice(shown));
}

/** Of a word in letters of two scripts, which looks like another, the odd ones have their number behind them. */
function told(text: string): string {
  let html = '';
  let shown = 0;
  for (const { word, at } of mixedWords(text)) {
    html += escapeHtml(text.slice(shown, at));
    const isOdd = oddLetters(word);
    for (const letter of word) html += escapeHtml(letter) + (isOdd(letter) ? marked(codePointOf(letter)) : '');
    shown = at + word.length;
  }
  return html + escapeHtml(text.slice(shown));
}

const codePointOf = (letter: string) => `U+${letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;

/** Null for white as anybody writes it. */
function markFor(white: string): string | null {
  if (white === '\r') return marked('U+000D');
  const lines = white.split('\n').length - 1;
  if (lines > 0) return lines > LONGEST_GAP ? `\n${marked(`${lines} line ends`)}\n` : null;
  return white.length > LONGEST_SPACE ? marked(`${white.length} spaces`) : null;
}

const marked = (what: string) => `<span class="hidden-character">${escapeHtml(what)}</span>`;
