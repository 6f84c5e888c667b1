import type { Tier } from '../../../documents/index.ts';
import type { TextRange } from '../../../quotations/index.ts';

/** How far the documents support an answer. */
export const CitedOutcome = {
  SUPPORTED: 'SUPPORTED',
  PARTLY_SUPPORTED: 'PARTLY_SUPPORTED',
  UNSUPPORTED: 'UNSUPPORTED',
  NOT_IN_DOCUMENTS: 'NOT_IN_DOCUMENTS',
} as const;
export type CitedOutcome = keyof typeof CitedOutcome;

/** Reason why a quotation of the model isn't a citation. */
export const QuotationFault = {
  /** The cited place has other words, numbers or negations. */
  ALTERED: 'ALTERED',
  NOT_FOUND: 'NOT_FOUND',
  /** Too few words to prove anything. */
  TOO_SHORT: 'TOO_SHORT',
  /** The answer was cut off within the quotation. */
  CUT_OFF: 'CUT_OFF',
  /** One of too many quotations, which aren't checked. */
  NOT_CHECKED: 'NOT_CHECKED',
} as const;
export type QuotationFault = keyof typeof QuotationFault;

/** Range of characters, in UTF-16 units from 0. */
export interface CharacterRange {
  readonly start: number;
  readonly end: number;
}

/** A verified quotation of a document version. */
export interface DocumentCitation {
  readonly documentId: string;
  readonly documentName: string;
  readonly versionId: string;
  readonly versionSha256: string;
  readonly textSha256: string;
  /** Place of the quotation in the extracted text of the version. */
  readonly start: number;
  readonly end: number;
  /** Words at that place, cut from the document. */
  readonly words: string;
  readonly tier: Tier;
  /** Pages of the quotation. Null for formats without pages. */
  readonly pageFirst: number | null;
  readonly pageLast: number | null;
  /** Headings above the quotation, the outermost first. */
  readonly headingPath: readonly string[];
  /** True if the model named another passage, and the words were found here instead. */
  readonly isElsewhere: boolean;
  /** Place of the quotation in the answer's text. */
  readonly inAnswer: CharacterRange;
  /** Footnotes and their marks that the quotation leaves out, as offsets into the extracted text. Omitted if there are none. */
  readonly leftOut?: readonly TextRange[];
  /** True if the quotation ends with a full stop or a comma of its own. */
  readonly addsEndMark?: true;
  /** True if the provider sent the quotation apart from the text: `inAnswer` is then the statement that it supports. */
  readonly isApart?: true;
}

/** A document version whose passages a model got. */
export interface AnswerVersion {
  readonly versionId: string;
  /** SHA-256 of the version's bytes. 64 hex digits. */
  readonly sha256: string;
  /** SHA-256 of its extracted text. 64 hex digits. */
  readonly textSha256: string;
}

/** A quotation that isn't in the documents as the model wrote it. */
export interface FaultyQuotation {
  readonly fault: QuotationFault;
  readonly inAnswer: CharacterRange;
}

/** A statement of an answer. */
export interface AnswerClaim extends CharacterRange {
  readonly text: string;
  /** True if at least one quotation is verified. */
  readonly isSupported: boolean;
  readonly citations: readonly DocumentCitation[];
  readonly faultyQuotations: readonly FaultyQuotation[];
}

/** Verification of an answer from documents, by this service alone. The model has no part in it. */
export interface CitedAnswer {
  readonly outcome: CitedOutcome;
  readonly claims: readonly AnswerClaim[];
  /** Versions whose passages the model got, whether it cites them or not. */
  readonly versions: readonly AnswerVersion[];
}
