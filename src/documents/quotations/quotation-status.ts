import { graphEnum } from '../../platform/graphql/schema/graph-enum.ts';

export const QuotationStatus = graphEnum('QuotationStatus', 'Result of looking a quotation up in documents.', {
  VERIFIED: 'A document has the same words.',
  ALTERED: 'A passage of a document is similar, but differs in words, numbers or punctuation.',
  NOT_FOUND: 'No passage of the documents is similar.',
  TOO_SHORT: 'The quotation has fewer than three words, which many texts have.',
  TOO_REPETITIVE: 'The documents repeat the words too often to check each place.',
  NOT_CHECKED: 'Not all documents could be looked at, or the quotation is too long.',
});
export type QuotationStatus = (typeof QuotationStatus)[keyof typeof QuotationStatus];
