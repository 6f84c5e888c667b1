/** How a quotation equals its source. Each tier is a normal form; a later one ignores what the earlier ones ignore, and more. */
export const Tier = {
  /** Both have the same characters. */
  EXACT: 'EXACT',
  /** Both are equal apart from kinds of quotation marks, dashes and spaces, ligatures, and the encoding of accents. */
  TYPOGRAPHY: 'TYPOGRAPHY',
  /** Both are equal apart from the length of white space and line breaks. */
  WHITESPACE: 'WHITESPACE',
  /** Both are equal apart from soft hyphens, and hyphens at the end of a line. */
  HYPHENATION: 'HYPHENATION',
} as const;
export type Tier = (typeof Tier)[keyof typeof Tier];

/** Strictest first. */
export const TIERS: readonly Tier[] = [Tier.EXACT, Tier.TYPOGRAPHY, Tier.WHITESPACE, Tier.HYPHENATION];

export const isLaxer = (one: Tier, other: Tier) => TIERS.indexOf(one) > TIERS.indexOf(other);
