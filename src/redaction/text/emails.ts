import { isIPv4, isIPv6 } from 'node:net';
import { isWord } from './characters.ts';
import type { SearchText, TextMatch } from './text-match.ts';

/** Maximum lengths of the parts of an address. Source: RFC 5321, 4.5.3.1, and RFC 1035 for labels. */
const MOST_LOCAL = 64;
const MOST_DOMAIN = 255;
const MOST_LABEL = 63;

/** Finds e-mail addresses: extends from each @ to both sides, as far as an address can reach. */
export function* emails({ text, latin }: SearchText): Generator<TextMatch> {
  let free = 0;
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const start = localStart(text, at, free);
    if (start === null) continue;
    const end = text[at + 1] === '[' ? literalEnd(text, at + 1) : domainEnd(text, at + 1);
    if (end === null || isFileName(text.slice(at + 1, end))) continue;
    yield { kind: 'EMAIL', start, end, value: latin.slice(start, end).toLowerCase() };
    free = end;
  }
}

/**
 * Start of the part before the @. Null if that part isn't valid. The part can't start before `free`, the end of the previous
 * address.
 */
function localStart(text: string, at: number, free: number): number | null {
  if (text[at - 1] === '"') {
    const open = text.lastIndexOf('"', at - 2);
    const isQuoted = open >= free && at - open <= MOST_LOCAL && at - open > 2;
    return isQuoted && !/[\r\n]/.test(text.slice(open, at)) ? open : null;
  }
  if (text[at - 1] === '.') return null;
  let start = at;
  while (start > free && (isWord(text, start - 1) || LOCAL.has(text[start - 1]!))) {
    if (text[start - 1] === '.' && text[start] === '.') break;
    if (at - start >= MOST_LOCAL) return null;
    start -= 1;
  }
  // Leading quotation marks and most other leading punctuation aren't part of the address.
  while (start < at && LEADING.has(text[start]!)) start += 1;
  return start < at ? start : null;
}

const LOCAL = new Set("!#$%&'*+-/=?^_`{|}~.");
const LEADING = new Set("!#$%&'*/=?^`{|}~.-");

function domainEnd(text: string, from: number): number | null {
  let end: number | null = null;
  let labels = 0;
  for (let start = from; start - from < MOST_DOMAIN; ) {
    let at = start;
    while (at - start <= MOST_LABEL && (isWord(text, at) || (text[at] === '-' && at > start))) at += 1;
    let last = at;
    while (last > start && text[last - 1] === '-') last -= 1;
    if (last === start || last - start > MOST_LABEL) break;
    labels += 1;
    if (labels > 1 && TOP.test(text.slice(start, last))) end = last;
    if (text[at] !== '.' || last < at) break;
    start = at + 1;
  }
  return end;
}

/** A top-level domain consists of letters of any script, or is the ASCII form of such a domain. */
const TOP = /^(?:\p{L}[\p{L}\p{M}]{1,62}|xn--[a-z\d-]{1,59})$/iu;

function literalEnd(text: string, open: number): number | null {
  const close = text.indexOf(']', open);
  if (close < 0 || close - open > 60) return null;
  const address = text.slice(open + 1, close).replace(/^IPv6:/i, '');
  return isIPv4(address) || isIPv6(address) ? close + 1 : null;
}

/** True for what follows the @ in the name of a picture for high-resolution screens, such as `2x.png` in `icon@2x.png`. */
const isFileName = (domain: string) => /^\d(?:\.\d)?x\.(?:png|jpe?g|gif|webp|svg|avif)$/i.test(domain);
