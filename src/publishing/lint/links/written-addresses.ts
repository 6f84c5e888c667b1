import { MAX_ADDRESS } from './link.ts';

const ADDRESS = new RegExp(`(?:https?|ftp)://[^\\s"'<>\`|)\\]}]{1,${MAX_ADDRESS}}`, 'gi');
const RUNS = /^\s{0,20}(?:javascript|vbscript|data):/i;

/** Yields the URLs that are written out in a text, and a text that begins with a script or data URL. */
export function* writtenAddresses(text: string): Generator<string> {
  if (RUNS.test(text)) yield text.slice(0, MAX_ADDRESS);
  for (const [address] of text.matchAll(ADDRESS)) yield address;
}
