import { createHash } from 'node:crypto';
import { canonicalBytes } from '../../../proof/json.ts';
import {
  type CitationFile,
  type CitationRules,
  type CitedQuotation,
  QUOTATION_RULES,
  textDigest,
} from '../../../quotations/index.ts';
import type {
  AnswerClaim,
  AnswerVersion,
  CitedAnswer,
  CitedOutcome,
  DocumentCitation,
  FaultyQuotation,
} from './cited-answer.ts';

/** A citation as it is recorded: places and digests, without words, names and headings of the document. */
export type RecordedCitation = Omit<DocumentCitation, 'words' | 'documentName' | 'headingPath'> & {
  /** SHA-256 of the words in UTF-8. 64 hex digits. */
  readonly wordsSha256: string;
};

export interface RecordedClaim extends Omit<AnswerClaim, 'text' | 'citations'> {
  readonly citations: readonly RecordedCitation[];
}

/** An answer from documents as it is recorded and sealed. */
export interface RecordedAnswer {
  readonly outcome: CitedOutcome;
  readonly claims: readonly RecordedClaim[];
  /** Versions whose passages the model got. */
  readonly versions: readonly AnswerVersion[];
  readonly rules: CitationRules;
}

export function recordedAnswer({ outcome, claims, versions }: CitedAnswer): RecordedAnswer {
  return {
    outcome,
    claims: claims.map(({ text: _, citations, ...claim }) => ({
      ...claim,
      citations: citations.map(({ words, documentName: _name, headingPath: _headings, ...place }) => ({
        ...place,
        wordsSha256: textDigest(words),
      })),
    })),
    versions,
    rules: QUOTATION_RULES,
  };
}

/** Digest of a recorded answer, which is part of the record of its run and so in the hash chain. */
export function recordedAnswerDigest({ outcome, claims, versions, rules }: RecordedAnswer): string {
  return createHash('sha256').update(canonicalBytes({ outcome, claims, versions, rules })).digest('hex');
}

/** The citation file of an answer. */
export function citationFileOf(
  runId: string,
  text: string,
  { outcome, claims, versions, rules }: RecordedAnswer,
): CitationFile {
  const indexes = new Map(versions.map(({ versionId }, index) => [versionId, index]));
  return {
    kind: 'ANSWER',
    versions: versions.map(({ versionId: id, sha256, textSha256 }) => ({ id, sha256, textSha256 })),
    text: { sha256: textDigest(text), length: text.length },
    rules,
    runId,
    outcome,
    claims: claims.map(({ start, end, isSupported }) => ({ start, end, isSupported })),
    quotations: claims
      .flatMap(({ citations, faultyQuotations }, claim) => [
        ...citations.map((citation) => verified(citation, claim, indexes)),
        ...faultyQuotations.map((faulty) => notVerified(faulty, claim)),
      ])
      .sort((one, other) => one.start - other.start || one.end - other.end),
  };
}

function verified(
  { versionId, start, end, tier, inAnswer, wordsSha256, pageFirst, pageLast, ...how }: RecordedCitation,
  claim: number,
  indexes: ReadonlyMap<string, number>,
): CitedQuotation {
  return {
    start: inAnswer.start,
    end: inAnswer.end,
    claim,
    status: 'VERIFIED',
    tier,
    place: {
      version: indexes.get(versionId)!,
      start,
      end,
      wordsSha256,
      ...(pageFirst !== null && { pageFirst }),
      ...(pageLast !== null && { pageLast }),
    },
    ...(how.leftOut && { leftOut: how.leftOut }),
    ...(how.addsEndMark && { addsEndMark: true }),
    ...(how.isApart && { isApart: true }),
  };
}

const notVerified = ({ fault, inAnswer: { start, end } }: FaultyQuotation, claim: number): CitedQuotation => ({
  start,
  end,
  claim,
  status: fault,
});
