import type { Tier } from '../../quotations/index.ts';

/** How literally a quotation matches, in words. */
export const TIER_WORDS: Readonly<Record<Tier, string>> = {
  EXACT: 'character by character',
  TYPOGRAPHY: 'apart from typography',
  WHITESPACE: 'apart from white space and line breaks',
  HYPHENATION: 'apart from hyphens at line ends',
};

/** Pages of a place, to follow its offsets. */
export const pageWords = (first: number, last = first): string =>
  last === first ? `, page ${first}` : `, pages ${first} to ${last}`;
