export { type Difference, DifferenceKind } from './alteration.ts';
export {
  type AlteredQuotation,
  findQuotation,
  type QuotationResult,
  QuotationSearch,
  type QuotedPlace,
  type VerifiedQuotation,
} from './find-quotation.ts';
export {
  findQuotationsIn,
  QuotationForm,
  type QuotationInBrief,
  type QuotationsInBrief,
} from './find-quotations-in.ts';
export { LIMITS as QUOTATION_LIMITS, QuotationLimitExceeded } from './limits.ts';
export type { TextRange } from './normal-form.ts';
export { QUOTATION_RULES } from './rules.ts';
export { type FootnoteOptions, type PreparedSource, prepareSource } from './source.ts';
export { Tier } from './tier.ts';
