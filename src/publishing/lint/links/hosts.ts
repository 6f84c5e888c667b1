import { domainToUnicode } from 'node:url';
import { isMixed } from '../../../platform/text/mixed-words.ts';

/** In characters: more of a host is not told. */
const MOST_TOLD = 100;

/** An address as a browser would open it; null for one that stands on the page itself, and for what is none. */
export function openedAt(address: string): URL | null {
  const trimmed = address.trim().replace(/[\t\n\r]/g, '');
  const absolute = trimmed.startsWith('//') ? `https:${trimmed}` : trimmed;
  return URL.canParse(absolute) ? new URL(absolute) : null;
}

/** As it is told to a person: what is not ASCII is written in ASCII. */
export const told = (host: string) => (host.length <= MOST_TOLD ? host : `${host.slice(0, MOST_TOLD)}…`);

/** Why a host is not what it looks like; null where nothing speaks against it. */
export function disguiseOf(written: string, host: string): string | null {
  if (/(?:^|\.)xn--/i.test(written)) {
    return `The host ${told(host)} is written in Punycode: it may be shown with other letters.`;
  }
  if (!/(?:^|\.)xn--/.test(host)) return null;
  const labels = domainToUnicode(host).split('.');
  if (labels.some((label) => (label.match(/[\p{L}\p{M}]+/gu) ?? []).some(isMixed))) {
    return `The host ${told(host)} has letters of two scripts in one word.`;
  }
  if (labels.some(looksLatin)) return `The host ${told(host)} has letters that only look Latin.`;
  return null;
}

/** A label that is wholly of letters which look Latin and are not. */
function looksLatin(label: string): boolean {
  return /^[аеорсухіѕјһԁԛԝѵӏοιρν\d-]+$/u.test(label) && /[^\d-]/.test(label);
}

const SCHEME_HOST = /(?:https?|ftp):\/{1,3}(?:[^\s/?#@"'<>]{1,100}@)?([\p{L}\p{M}\p{N}.-]{1,253})/iu;
const BARE_HOST =
  /(?<![\p{L}\p{N}@._-])((?:[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?\.){1,8}\p{L}[\p{L}\p{N}-]{1,62})(?![\p{L}\p{N}@])/gu;

/** Ends of names of files, which are none of hosts, or seldom: `report.pdf`. */
const FILE_ENDS = new Set(
  'pdf doc docx xls xlsx ppt pptx odt ods txt rtf csv json xml yaml yml html htm php js ts css md zip gz tar rar png jpg jpeg gif svg webp mp3 mp4 mov wav ics eml exe dmg apk'.split(
    ' ',
  ),
);
/** Where a name in a sentence is taken for a host: with an end that most hosts have. Alone, any end will do. */
const COMMON_ENDS = new Set(
  'com org net edu gov mil int info biz io co ai app dev me tv cc eu de at ch fr it es pt nl be lu uk ie dk se no fi is pl cz sk hu ro bg gr hr si rs ua ru tr il in cn jp kr tw hk sg au nz ca us mx br ar cl za shop store online site xyz top club bank cloud tech agency studio cinema'.split(
    ' ',
  ),
);

/** The hosts that somebody who reads this text takes it to lead to, at most so many. */
export function hostsRead(text: string): string[] {
  const hosts: string[] = [];
  const withScheme = SCHEME_HOST.exec(text);
  if (withScheme) hosts.push(withScheme[1]!);
  const isAlone = !/\s/.test(text);
  for (const [, name] of text.matchAll(BARE_HOST)) {
    const end = name!.slice(name!.lastIndexOf('.') + 1).toLowerCase();
    if (FILE_ENDS.has(end)) continue;
    if (isAlone || COMMON_ENDS.has(end) || /^www\./i.test(name!)) hosts.push(name!);
    if (hosts.length === MOST_READ) break;
  }
  return hosts;
}

const MOST_READ = 5;

/** Whether who reads one host and opens the other is where they meant to be: there, or at a part of it. */
export function isSamePlace(read: string, opened: string): boolean {
  const meant = plain(read);
  const there = plain(opened);
  return there === meant || there.endsWith(`.${meant}`);
}

function plain(host: string): string {
  const ascii = URL.canParse(`https://${host}`) ? new URL(`https://${host}`).hostname : host.toLowerCase();
  return ascii.replace(/\.$/, '').replace(/^www\./, '');
}
