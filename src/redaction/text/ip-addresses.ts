import { isIPv4, isIPv6 } from 'node:net';
import { isDigit, isWord } from './characters.ts';
import { isLabelled } from './labels.ts';
import type { SearchText, TextMatch } from './text-match.ts';

/** Length of the longest IPv6 address, with an IPv4 address at its end. */
const MOST = 45;
/** Labels of chapter and version numbers. Such numbers can look like IPv4 addresses. */
const VERSION =
  /(?:versions?|v|release|build|firmware|§+|sections?|chapter|kapitel|abschnitt|ziffer|nr|no|ver)[.:]? ?$/i;

export function* ipAddresses({ text }: SearchText): Generator<TextMatch> {
  for (let start = 0; start < text.length; start++) {
    if (!isPart(text, start) || isPart(text, start - 1) || isWord(text, start - 1)) continue;
    let end = start;
    while (end - start <= MOST && isPart(text, end)) end += 1;
    const place = end - start > MOST || isWord(text, end) ? null : addressOf(text, start, end);
    if (place) yield place;
    // Text longer than any address is skipped at once.
    while (isPart(text, end)) end += 1;
    start = end - 1;
  }
}

function addressOf(text: string, from: number, to: number): TextMatch | null {
  let start = from;
  let end = to;
  // Dots and single colons before or after an address aren't part of the address.
  while (end > start && (text[end - 1] === '.' || (text[end - 1] === ':' && text[end - 2] !== ':'))) end -= 1;
  while (start < end && (text[start] === '.' || (text[start] === ':' && text[start + 1] !== ':'))) start += 1;
  let address = text.slice(start, end);
  // The port after an IPv4 address isn't part of the address.
  const port = /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/.exec(address);
  if (port) {
    address = port[1]!;
    end = start + address.length;
  }
  if (isIPv4(address)) {
    if (isLabelled(text, start, VERSION)) return null;
    return { kind: 'IP', start, end, value: address };
  }
  // `ab::cd` is a valid IPv6 address, but also a name in program code. An address needs at least one digit.
  if (!isIPv6(address) || !/\d/.test(address) || address.length < 3) return null;
  return { kind: 'IP', start, end, value: address.toLowerCase() };
}

function isPart(text: string, at: number): boolean {
  if (isDigit(text, at)) return true;
  const code = text.charCodeAt(at);
  return code === 0x3a || code === 0x2e || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x66);
}
