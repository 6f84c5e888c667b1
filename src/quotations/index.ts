export { type Difference, DifferenceKind } from './alteration.ts';
export {
  type CitationReport,
  type CitationResult,
  checkCitationFile,
  textDigest,
} from './check-citation-file.ts';
export {
  CITATION_FILE_TYPE,
  type CitationFile,
  CitationFileKind,
  type CitationRules,
  type CitedQuotation,
  type CitedVersion,
  formatCitationFile,
  isCitationFile,
  parseCitationFile,
} from './citation-file.ts';
export { citedCopy, isFileProven } from './cited-copy.ts';
export {
  type AlteredQuotation,
  findQuotation,
  movedBy,
  type QuotationResult,
  QuotationSearch,
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
export { type PreparedSource, prepareSource } from './source.ts';
export { Tier } from './tier.ts';
