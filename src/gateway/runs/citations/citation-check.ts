import type { CheckedQuotation, DocumentsApi, Passage } from '../../../documents/index.ts';
import type { Context } from '../../../platform/context.ts';
import { type ModelQuotation, readClaims } from './answer-claims.ts';
import type {
  AnswerClaim,
  AnswerVersion,
  CitedAnswer,
  CitedOutcome,
  DocumentCitation,
  FaultyQuotation,
  QuotationFault,
} from './cited-answer.ts';

/** Maximum quotations of an answer that are checked. An answer of the longest kind has a few dozen. */
const MOST_QUOTATIONS = 200;
/** Maximum statements of an answer that are checked and returned. With those after them, an answer isn't SUPPORTED. */
export const MOST_CLAIMS = 100;
/** Maximum quotations of a statement that are checked and returned. */
export const MOST_QUOTATIONS_OF_CLAIM = 20;
/** Minimum letters and digits of a quotation, which must also have three words. Shorter ones are in almost every document. */
const LEAST_CHARACTERS = 12;

/** The text of an answer, with what is needed to read its statements. */
export interface AnswerText {
  readonly text: string;
  /** Quotations that the provider sent apart from the text. */
  readonly native: readonly ModelQuotation[];
  /** True if the answer ended before its end. */
  readonly isCutOff: boolean;
}

/**
 * Checks the quotations of an answer against the texts of the exact versions whose passages the model got. Nothing that the model
 * or a document says about verification has an effect: words count if the document has them.
 */
export class CitationCheck {
  readonly #ctx: Context;
  readonly #documents: Pick<DocumentsApi, 'checkQuotations'>;
  readonly #passages: readonly Passage[];

  constructor(ctx: Context, documents: Pick<DocumentsApi, 'checkQuotations'>, passages: readonly Passage[]) {
    this.#ctx = ctx;
    this.#documents = documents;
    this.#passages = passages;
  }

  async check({ text, native, isCutOff }: AnswerText): Promise<CitedAnswer> {
    const { claims: read, isNotInDocuments } = readClaims(text, native);
    const lastAt = text.trimEnd().length - 2;
    const checks = read.slice(0, MOST_CLAIMS).map((claim) => ({
      claim,
      quotations: claim.quotations.slice(0, MOST_QUOTATIONS_OF_CLAIM).map(
        (quotation): QuotationCheck => ({
          quotation,
          fault: faultOf(quotation, isCutOff && quotation.end >= lastAt),
        }),
      ),
    }));
    const asked = checks.flatMap(({ quotations }) => quotations).filter(({ fault }) => fault === null);
    for (const one of asked.slice(MOST_QUOTATIONS)) one.fault = 'NOT_CHECKED';
    const toCheck = asked.slice(0, MOST_QUOTATIONS);
    const results = await this.#documents.checkQuotations(
      this.#ctx,
      this.#passages.map(({ versionId }) => versionId),
      toCheck.map(({ quotation: { words, passage } }) => {
        const near = this.#passages[passage - 1];
        return { words, near: near ? { versionId: near.versionId, start: near.start, end: near.end } : null };
      }),
    );
    for (const [at, one] of toCheck.entries()) one.result = results[at]!;
    const claims = checks.map(({ claim: { text: words, start, end }, quotations }): AnswerClaim => {
      const citations: DocumentCitation[] = [];
      const faultyQuotations: FaultyQuotation[] = [];
      for (const one of quotations) {
        if (one.result?.status === 'VERIFIED') citations.push(this.#citation(text, one.quotation, one.result));
        else faultyQuotations.push(faulty(one));
      }
      return { text: words, start, end, isSupported: citations.length > 0, citations, faultyQuotations };
    });
    return { outcome: outcomeOf(claims, read.length, isNotInDocuments), claims, versions: this.#versions() };
  }

  #versions(): AnswerVersion[] {
    const byId = new Map(this.#passages.map((passage) => [passage.versionId, passage]));
    return [...byId.values()].map(({ versionId, versionSha256: sha256, textSha256 }) => ({
      versionId,
      sha256,
      textSha256,
    }));
  }

  #citation(
    text: string,
    { passage, start, end, words }: ModelQuotation,
    { place, tier, leftOut, addsEndMark }: Extract<CheckedQuotation, { status: 'VERIFIED' }>,
  ): DocumentCitation {
    const named = this.#passages[passage - 1];
    const isWithin = named?.versionId === place.versionId && named.start < place.end && named.end > place.start;
    const { documentId, documentName, versionSha256, textSha256 } = this.#passages.find(
      ({ versionId }) => versionId === place.versionId,
    )!;
    return {
      documentId,
      documentName,
      versionSha256,
      textSha256,
      ...place,
      tier,
      isElsewhere: !isWithin,
      inAnswer: { start, end },
      ...(leftOut && { leftOut }),
      ...(addsEndMark && { addsEndMark }),
      ...(text.slice(start, end) !== words && { isApart: true }),
    };
  }
}

/** A quotation of the model, and either why it isn't looked for, or the result. */
interface QuotationCheck {
  readonly quotation: ModelQuotation;
  fault: QuotationFault | null;
  result?: CheckedQuotation;
}

function faultOf({ words }: ModelQuotation, isCutOff: boolean): QuotationFault | null {
  if (isCutOff) return 'CUT_OFF';
  return words.replace(/[^\p{L}\p{N}]/gu, '').length < LEAST_CHARACTERS ? 'TOO_SHORT' : null;
}

function faulty({ quotation: { start, end }, fault, result }: QuotationCheck): FaultyQuotation {
  return { fault: fault ?? FAULTS[result!.status as keyof typeof FAULTS], inAnswer: { start, end } };
}

const FAULTS: Readonly<Record<Exclude<CheckedQuotation['status'], 'VERIFIED'>, QuotationFault>> = {
  ALTERED: 'ALTERED',
  NOT_FOUND: 'NOT_FOUND',
  TOO_SHORT: 'TOO_SHORT',
  TOO_REPETITIVE: 'NOT_CHECKED',
  NOT_CHECKED: 'NOT_CHECKED',
};

/** @param count statements of the answer, with those that were not checked */
function outcomeOf(claims: readonly AnswerClaim[], count: number, isNotInDocuments: boolean): CitedOutcome {
  if (isNotInDocuments && claims.length === 0) return 'NOT_IN_DOCUMENTS';
  const supported = claims.filter(({ isSupported }) => isSupported).length;
  if (supported === 0) return 'UNSUPPORTED';
  return supported === count ? 'SUPPORTED' : 'PARTLY_SUPPORTED';
}
