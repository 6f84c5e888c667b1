import { PublishFindingKind } from '../../publish-action.ts';
import { MOST_OF_A_TEXT, type TextFinder } from '../text-finder.ts';
import { disguiseOf, hostsRead, isSamePlace, openedAt, told } from './hosts.ts';
import { htmlAnchors } from './html-anchors.ts';
import type { Link } from './link.ts';
import { markedLinks } from './marked-links.ts';
import { writtenAddresses } from './written-addresses.ts';

/** Links that do not lead where somebody who reads them takes them to lead. */
export const deceptiveLinks: TextFinder = {
  kind: PublishFindingKind.DECEPTIVE_LINK,
  *find({ text }) {
    const told = new Set<string>();
    for (const reason of reasonsIn(text)) {
      if (told.has(reason)) continue;
      told.add(reason);
      yield reason;
      if (told.size === MOST_OF_A_TEXT) return;
    }
  },
};

function* reasonsIn(text: string): Generator<string> {
  if (text.includes('<')) for (const link of htmlAnchors(text)) yield* reasonsOf(link);
  if (/[\]<]/.test(text)) for (const link of markedLinks(text)) yield* reasonsOf(link);
  for (const address of writtenAddresses(text)) yield* reasonsOf({ text: '', address });
}

const RUNS = new Set(['javascript:', 'vbscript:', 'data:', 'file:', 'blob:']);

function* reasonsOf({ text, address }: Link): Generator<string> {
  const url = openedAt(address);
  if (!url) return;
  if (RUNS.has(url.protocol)) {
    yield `A link begins with \`${url.protocol}\`: it leads to no address, and may run or show what is in it.`;
    return;
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:' && url.protocol !== 'ftp:') return;
  if (url.username !== '' || url.password !== '') {
    yield `A link has something before an \`@\`, which is read as its host: it leads to ${told(url.hostname)}.`;
  }
  const disguise = disguiseOf(hostWritten(address), url.hostname);
  if (disguise) yield disguise;
  for (const read of hostsRead(text)) {
    if (!isSamePlace(read, url.hostname)) {
      yield `A link is read as ${told(asciiOf(read))} and leads to ${told(url.hostname)}.`;
      return;
    }
  }
}

/** The host of an address as somebody wrote it, before anything was made of it. */
function hostWritten(address: string): string {
  const [, authority = ''] = /^[^:/?#]{0,20}:?[/\\]{0,3}([^/?#\\]{0,300})/.exec(address.trim()) ?? [];
  return authority.slice(authority.lastIndexOf('@') + 1);
}

/** What stands in a sentence of ours is ASCII. */
function asciiOf(host: string): string {
  return URL.canParse(`https://${host}`) ? new URL(`https://${host}`).hostname : host.replace(/[^\x21-\x7e]/g, '?');
}
