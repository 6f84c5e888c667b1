import { MOST_ADDRESS } from './link.ts';

const ADDRESS = new RegExp(`(?:https?|ftp)://[^\\s"'<>\`|)\\]}]{1,${MOST_ADDRESS}}`, 'gi');
const RUNS = /^\s{0,20}(?:javascript|vbscript|data):/i;

/** Addresses that stand in a text as they are, and a text that is nothing but one. */
export function* writtenAddresses(text: string): Generator<string> {
  if (RUNS.test(text)) yield text.slice(0, MOST_ADDRESS);
  for (const [address] of text.matchAll(ADDRESS)) yield address;
}
