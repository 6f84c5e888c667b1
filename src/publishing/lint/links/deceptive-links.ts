import { PublishFindingKind } from '../../publish-action.ts';
import { MAX_PER_TEXT, type TextFinder } from '../text-finder.ts';
import { browserUrl, disguiseOf, expectedHosts, isSameHost, shortenHost } from './hosts.ts';
import { htmlAnchors } from './html-anchors.ts';
import type { Link } from './link.ts';
import { markedLinks } from './marked-links.ts';
import { writtenAddresses } from './written-addresses.ts';

/**
 * Finds links that lead to another host than their text suggests, that disguise their host, or that run a script or show
 * content of their own.
 */
export const deceptiveLinks: TextFinder = {
  kind: PublishFindingKind.DECEPTIVE_LINK,
  *find({ text }) {
    const seen = new Set<string>();
    for (const reason of reasonsIn(text)) {
      if (seen.has(reason)) continue;
      seen.add(reason);
      yield reason;
      if (seen.size === MAX_PER_TEXT) return;
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
  const url = browserUrl(address);
  if (!url) return;
  if (RUNS.has(url.protocol)) {
    yield `A link starts with \`${url.protocol}\`: it has no address, and can run or show its own content.`;
    return;
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:' && url.protocol !== 'ftp:') return;
  if (url.username !== '' || url.password !== '') {
    yield `A link has a part before \`@\` that looks like its host. It leads to ${shortenHost(url.hostname)}.`;
  }
  const disguise = disguiseOf(hostWritten(address), url.hostname);
  if (disguise) yield disguise;
  for (const read of expectedHosts(text)) {
    if (!isSameHost(read, url.hostname)) {
      yield `A link reads as ${shortenHost(asciiOf(read))} but leads to ${shortenHost(url.hostname)}.`;
      return;
    }
  }
}

/** Host of a URL as it is written, before it is normalized. */
function hostWritten(address: string): string {
  const [, authority = ''] = /^[^:/?#]{0,20}:?[/\\]{0,3}([^/?#\\]{0,300})/.exec(address.trim()) ?? [];
  return authority.slice(authority.lastIndexOf('@') + 1);
}

/** Converts a host name to ASCII, for the text of a finding. */
function asciiOf(host: string): string {
  return URL.canParse(`https://${host}`) ? new URL(`https://${host}`).hostname : host.replace(/[^\x21-\x7e]/g, '?');
}
