/** How literally a quotation matches, the most literal first. */
export const QuotationTier = {
  EXACT: 'EXACT',
  TYPOGRAPHY: 'TYPOGRAPHY',
  WHITESPACE: 'WHITESPACE',
  HYPHENATION: 'HYPHENATION',
} as const;
export type QuotationTier = keyof typeof QuotationTier;

export type QuotationMatch =
  | { readonly kind: 'VERIFIED'; readonly tier: QuotationTier; readonly start: number; readonly end: number }
  | { readonly kind: 'ALTERED' }
  | { readonly kind: 'NOT_FOUND' };

/** Finds a quotation in a text, apart from white space and line breaks. */
export function findQuotation(source: string, quotation: string): QuotationMatch {
  const words = quotation.trim().split(/\s+/u);
  const pattern = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('\\s+');
  const found = new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'u').exec(source);
  if (!found) return { kind: 'NOT_FOUND' };
  const tier = found[0] === quotation ? 'EXACT' : 'WHITESPACE';
  return { kind: 'VERIFIED', tier, start: found.index, end: found.index + found[0].length };
}
