import { domainToUnicode } from 'node:url';
import { isMixed } from '../../../platform/text/mixed-words.ts';

/** Maximum length of a host name in a finding, in characters. */
const MAX_SHOWN = 100;

/** Parses the address of a link as a browser does. Null for a relative or malformed address. */
export function browserUrl(address: string): URL | null {
  const trimmed = address.trim().replace(/[\t\n\r]/g, '');
  const absolute = trimmed.startsWith('//') ? `https:${trimmed}` : trimmed;
  return URL.canParse(absolute) ? new URL(absolute) : null;
}

/** Shortens a long host name for the text of a finding. */
export const shortenHost = (host: string) => (host.length <= MAX_SHOWN ? host : `${host.slice(0, MAX_SHOWN)}…`);

/** Sentence that says why a host name is deceptive, e.g. because of mixed scripts. Null if it isn’t. */
export function disguiseOf(written: string, host: string): string | null {
  if (/(?:^|\.)xn--/i.test(written)) {
    return `The host ${shortenHost(host)} is written in Punycode, so it can be displayed with other letters.`;
  }
  if (!/(?:^|\.)xn--/.test(host)) return null;
  const labels = domainToUnicode(host).split('.');
  if (labels.some((label) => (label.match(/[\p{L}\p{M}]+/gu) ?? []).some(isMixed))) {
    return `The host ${shortenHost(host)} has letters of two scripts in one word.`;
  }
  if (labels.some(looksLatin)) return `The host ${shortenHost(host)} has letters that only look Latin.`;
  return null;
}

/** True if all letters in a label of a host name are non-Latin letters that look Latin. Digits and hyphens are ignored. */
function looksLatin(label: string): boolean {
  return /^[аеорсухіѕјһԁԛԝѵӏοιρν\d-]+$/u.test(label) && /[^\d-]/.test(label);
}

const SCHEME_HOST = /(?:https?|ftp):\/{1,3}(?:[^\s/?#@"'<>]{1,100}@)?([\p{L}\p{M}\p{N}.-]{1,253})/iu;
const BARE_HOST =
  /(?<![\p{L}\p{N}@._-])((?:[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?\.){1,8}\p{L}[\p{L}\p{N}-]{1,62})(?![\p{L}\p{N}@])/gu;

/** File extensions. A word that ends with one, such as `report.pdf`, is rarely a host name. */
const FILE_ENDS = new Set(
  'pdf doc docx xls xlsx ppt pptx odt ods txt rtf csv json xml yaml yml html htm php js ts css md zip gz tar rar png jpg jpeg gif svg webp mp3 mp4 mov wav ics eml exe dmg apk'.split(
    ' ',
  ),
);
/**
 * Common top-level domains. In a text of several words, a word without a scheme counts as a host name only if it ends with one
 * of these domains or starts with `www.`. In a text of one word, any domain counts.
 */
const COMMON_ENDS = new Set(
  'com org net edu gov mil int info biz io co ai app dev me tv cc eu de at ch fr it es pt nl be lu uk ie dk se no fi is pl cz sk hu ro bg gr hr si rs ua ru tr il in cn jp kr tw hk sg au nz ca us mx br ar cl za shop store online site xyz top club bank cloud tech agency studio cinema'.split(
    ' ',
  ),
);

/** Host names that the text of a link leads a reader to expect, at most `MAX_HOSTS`. */
export function expectedHosts(text: string): string[] {
  const hosts: string[] = [];
  const withScheme = SCHEME_HOST.exec(text);
  if (withScheme) hosts.push(withScheme[1]!);
  const isAlone = !/\s/.test(text);
  for (const [, name] of text.matchAll(BARE_HOST)) {
    const end = name!.slice(name!.lastIndexOf('.') + 1).toLowerCase();
    if (FILE_ENDS.has(end)) continue;
    if (isAlone || COMMON_ENDS.has(end) || /^www\./i.test(name!)) hosts.push(name!);
    if (hosts.length === MAX_HOSTS) break;
  }
  return hosts;
}

const MAX_HOSTS = 5;

/** True if the host that a link opens is the host in its text, or a subdomain of it. `www.` at the start is ignored. */
export function isSameHost(read: string, opened: string): boolean {
  const wanted = plain(read);
  const there = plain(opened);
  return there === wanted || there.endsWith(`.${wanted}`);
}

function plain(host: string): string {
  const ascii = URL.canParse(`https://${host}`) ? new URL(`https://${host}`).hostname : host.toLowerCase();
  return ascii.replace(/\.$/, '').replace(/^www\./, '');
}
