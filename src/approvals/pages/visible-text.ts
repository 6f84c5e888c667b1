import { escapeHtml } from '../../platform/pages/html-page.ts';
import { visibleParts } from '../../proof/text.ts';

/** What is white and longer than this pushes the rest out of sight: its length stands in its place. */
const LONGEST_SPACE = 12;
const LONGEST_GAP = 3;

/** White that is no space of the keyboard, and blanks that are letters to a program. */
const WHITE = /(?:[^\S\r\n]|\u2800){2,}|[\u2800]|(?:[^\S\r\n]*\r?\n){2,}|\r(?!\n)/gu;

/**
 * A text of somebody else as HTML in which nothing hides: characters that cannot be seen or that turn the reading direction stand
 * there by their numbers, and of long white there is said how long it is, with what follows right behind it. Line ends are kept:
 * it belongs into an element that shows them.
 */
export function visibleHtml(text: string): string {
  const parts = visibleParts(text).map((part) => (typeof part === 'string' ? spaced(part) : marked(part.codePoint)));
  return `<bdi>${parts.join('')}</bdi>`;
}

function spaced(text: string): string {
  let html = '';
  let shown = 0;
  for (const { 0: white, index } of text.matchAll(WHITE)) {
    const mark = markFor(white);
    if (mark === null) continue;
    html += escapeHtml(text.slice(shown, index)) + mark;
    shown = index + white.length;
  }
  return html + escapeHtml(text.slice(shown));
}

/** Null for white as anybody writes it. */
function markFor(white: string): string | null {
  if (white === '\r') return marked('U+000D');
  const lines = white.split('\n').length - 1;
  if (lines > 0) return lines > LONGEST_GAP ? `\n${marked(`${lines} line ends`)}\n` : null;
  if (white.includes('\u2800') && white.length === 1) return marked('U+2800');
  return white.length > LONGEST_SPACE ? marked(`${white.length} spaces`) : null;
}

const marked = (what: string) => `<span class="hidden-character">${escapeHtml(what)}</span>`;
