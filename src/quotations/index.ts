export type { Difference } from './alteration.ts';
export {
  type AlteredQuotation,
  findQuotation,
  type QuotationResult,
  QuotationSearch,
} from './find-quotation.ts';
export {
  findQuotationsIn,
  type QuotationInBrief,
} from './find-quotations-in.ts';
export { QuotationLimitExceeded } from './limits.ts';
export type { TextRange } from './normal-form.ts';
export { QUOTATION_RULES } from './rules.ts';
export { type PreparedSource, prepareSource } from './source.ts';
export { Tier } from './tier.ts';
