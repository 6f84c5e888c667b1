import { unescapedHtml } from './html-text.ts';
import { type Link, MAX_ADDRESS, MAX_TEXT } from './link.ts';

/** Maximum number of open brackets to remember. With more, the outermost one is dropped. */
const MAX_OPEN = 32;

/**
 * Yields the links of Markdown: `[text](address)`, `[text](<address>)`, definitions `[text]: address`, and `<address|text>` of
 * messaging services. Takes linear time, because each address is scanned once.
 */
export function* markedLinks(text: string): Generator<Link> {
  const open: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '\\') at++;
    else if (character === '[') {
      if (open.length === MAX_OPEN) open.shift();
      open.push(at + 1);
    } else if (character === '<') {
      const link = pipedLink(text, at + 1);
      if (link) yield link;
    } else if (character === ']' && open.length > 0) {
      const from = open.pop()!;
      const opens = text[at + 1];
      if (opens !== '(' && opens !== ':') continue;
      const address = addressFrom(text, at + 2, opens === '(');
      if (address === null) continue;
      const read = text.slice(from, Math.min(at, from + MAX_TEXT));
      yield { text: unescapedHtml(read.replace(/[*_`~\\]/g, '')).trim(), address: unescapedHtml(address.value) };
      at = address.end - 1;
    }
  }
}

/** Reads the address of a Markdown link after its text. Null if no address follows. */
function addressFrom(text: string, from: number, isInBrackets: boolean): { value: string; end: number } | null {
  let at = from;
  while (at < from + 10 && (text[at] === ' ' || text[at] === '\n' || text[at] === '\t')) at++;
  if (text[at] === '<') {
    const end = indexWithin(text, '>', at + 1, MAX_ADDRESS);
    return end === -1 ? null : { value: text.slice(at + 1, end), end };
  }
  const begin = at;
  let depth = 0;
  for (; at < text.length && at - begin < MAX_ADDRESS; at++) {
    const character = text[at]!;
    if (character <= ' ') break;
    if (character === '(') depth++;
    if (character === ')' && depth-- === 0 && isInBrackets) break;
  }
  return at > begin ? { value: text.slice(begin, at), end: at } : null;
}

/**
 * Reads a link such as `<https://example.com|text>`. `from` is the position after its `<`. Null if no such link starts there.
 */
function pipedLink(text: string, from: number): Link | null {
  const scheme = /^[a-zA-Z][a-zA-Z0-9+.-]{1,15}:/.exec(text.slice(from, from + 18));
  if (!scheme) return null;
  const window = text.slice(from, from + PIPED);
  const close = window.indexOf('>');
  const bar = window.indexOf('|');
  if (bar === -1 || close < bar) return null;
  return { address: unescapedHtml(window.slice(0, bar)), text: unescapedHtml(window.slice(bar + 1, close)).trim() };
}

/** Maximum length of a link `<address|text>`, in characters. */
const PIPED = 1_000;

function indexWithin(text: string, character: string, from: number, most: number): number {
  const found = text.slice(from, from + most).indexOf(character);
  return found === -1 ? -1 : from + found;
}
