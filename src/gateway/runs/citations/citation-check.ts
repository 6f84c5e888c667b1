import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DocumentsApi, Passage } from '../../../documents/index.ts';
import type { Context } from '../../../platform/context.ts';
import { findQuotation } from '../../../quotations/index.ts';
import { type ModelQuotation, readClaims } from './answer-claims.ts';
import type { AnswerClaim, CitedAnswer, CitedOutcome, DocumentCitation, FaultyQuotation } from './cited-answer.ts';

/** Maximum quotations of an answer that are checked. An answer of the longest kind has a few dozen. */
const MOST_QUOTATIONS = 200;
/** Maximum statements of an answer that are checked and returned. With those after them, an answer isn't SUPPORTED. */
export const MOST_CLAIMS = 100;
/** Maximum quotations of a statement that are checked and returned. */
export const MOST_QUOTATIONS_OF_CLAIM = 20;
/** Minimum letters and digits of a quotation. Shorter words are somewhere in almost every document. */
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
  readonly #documents: Pick<DocumentsApi, 'textOf'>;
  readonly #passages: readonly Passage[];
  readonly #texts = new Map<string, Promise<string | null>>();

  constructor(ctx: Context, documents: Pick<DocumentsApi, 'textOf'>, passages: readonly Passage[]) {
    this.#ctx = ctx;
    this.#documents = documents;
    this.#passages = passages;
  }

  async check({ text, native, isCutOff }: AnswerText): Promise<CitedAnswer> {
    const { claims: read, isNotInDocuments } = readClaims(text, native);
    const claims: AnswerClaim[] = [];
    let checked = 0;
    for (const claim of read.slice(0, MOST_CLAIMS)) {
      const citations: DocumentCitation[] = [];
      const faultyQuotations: FaultyQuotation[] = [];
      for (const quotation of claim.quotations.slice(0, MOST_QUOTATIONS_OF_CLAIM)) {
        // Other requests get turns between quotations.
        await nextTurn();
        const isLast = isCutOff && quotation.end >= text.trimEnd().length - 2;
        const found =
          checked++ < MOST_QUOTATIONS ? await this.#found(quotation, isLast) : faulty(quotation, 'NOT_CHECKED');
        if ('fault' in found) faultyQuotations.push(found);
        else citations.push(found);
      }
      const { text: words, start, end } = claim;
      claims.push({ text: words, start, end, isSupported: citations.length > 0, citations, faultyQuotations });
    }
    return { outcome: outcomeOf(claims, read.length, isNotInDocuments), claims };
  }

  async #found(quotation: ModelQuotation, isCutOff: boolean): Promise<DocumentCitation | FaultyQuotation> {
    if (isCutOff) return faulty(quotation, 'CUT_OFF');
    const { words } = quotation;
    if (words.replace(/[^\p{L}\p{N}]/gu, '').length < LEAST_CHARACTERS) return faulty(quotation, 'TOO_SHORT');
    const named = this.#passages[quotation.passage - 1] ?? null;
    let isAltered = false;
    for (const passage of this.#versions(named)) {
      const source = await this.#textOf(passage.versionId);
      if (source === null) continue;
      const inPassage = passage === named ? withinPassage(source, passage, words) : null;
      const match = inPassage ?? findQuotation(source, words);
      if (match.kind === 'VERIFIED') return this.#citation(quotation, named, passage, source, match);
      isAltered ||= match.kind === 'ALTERED' && (named === null || passage === named);
    }
    return faulty(quotation, isAltered ? 'ALTERED' : 'NOT_FOUND');
  }

  /** One passage of each version, that of the named passage first. */
  #versions(named: Passage | null): Passage[] {
    const versions = new Map<string, Passage>();
    for (const passage of named ? [named, ...this.#passages] : this.#passages) {
      if (!versions.has(passage.versionId)) versions.set(passage.versionId, passage);
    }
    return [...versions.values()];
  }

  #citation(
    quotation: ModelQuotation,
    named: Passage | null,
    version: Passage,
    source: string,
    { start, end, tier }: { start: number; end: number; tier: DocumentCitation['tier'] },
  ): DocumentCitation {
    const isIn = (one: Passage) => one.versionId === version.versionId && one.start < end && one.end > start;
    const around = named && isIn(named) ? named : (this.#passages.find(isIn) ?? null);
    const { documentId, documentName, versionId, versionSha256, textSha256 } = version;
    return {
      documentId,
      documentName,
      versionId,
      versionSha256,
      textSha256,
      start,
      end,
      words: source.slice(start, end),
      tier,
      pageFirst: around?.pageFirst ?? null,
      pageLast: around?.pageLast ?? null,
      headingPath: around?.headingPath ?? [],
      isElsewhere: named === null || around !== named,
      inAnswer: { start: quotation.start, end: quotation.end },
    };
  }

  /** Texts are kept for one answer only, since they can be long. */
  #textOf(versionId: string): Promise<string | null> {
    let text = this.#texts.get(versionId);
    if (!text) {
      text = this.#documents.textOf(this.#ctx, versionId);
      this.#texts.set(versionId, text);
    }
    return text;
  }
}

/** The quotation in the named passage itself. Null if the passage doesn't have it, or it continues a word outside of the passage. */
function withinPassage(source: string, { start, end }: Passage, words: string) {
  const match = findQuotation(source.slice(start, end), words);
  if (match.kind !== 'VERIFIED') return null;
  const found = { ...match, start: match.start + start, end: match.end + start };
  const continues = (at: number) => /[\p{L}\p{N}]{2}/u.test(source.slice(at - 1, at + 1));
  return continues(found.start) || continues(found.end) ? null : found;
}

const faulty = ({ start, end }: ModelQuotation, fault: FaultyQuotation['fault']): FaultyQuotation => ({
  fault,
  inAnswer: { start, end },
});

/** @param count statements of the answer, with those that were not checked */
function outcomeOf(claims: readonly AnswerClaim[], count: number, isNotInDocuments: boolean): CitedOutcome {
  if (isNotInDocuments && claims.length === 0) return 'NOT_IN_DOCUMENTS';
  const supported = claims.filter(({ isSupported }) => isSupported).length;
  if (supported === 0) return 'UNSUPPORTED';
  return supported === count ? 'SUPPORTED' : 'PARTLY_SUPPORTED';
}
