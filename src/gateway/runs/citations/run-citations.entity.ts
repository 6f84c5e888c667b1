import { defineEntity, p } from '@mikro-orm/core';
import type { AnswerClaim, CitedAnswer, CitedOutcome, DocumentCitation } from './cited-answer.ts';

/** A citation as it is recorded: places and digests, without words, names and headings of the document. */
export type RecordedCitation = Omit<DocumentCitation, 'words' | 'documentName' | 'headingPath'>;

export interface RecordedClaim extends Omit<AnswerClaim, 'text' | 'citations'> {
  readonly citations: readonly RecordedCitation[];
}

const RunCitationsSchema = defineEntity({
  name: 'RunCitations',
  properties: {
    runId: p.string().primary(),
    outcome: p.string().$type<CitedOutcome>(),
    claims: p.json<readonly RecordedClaim[]>(),
  },
});

/** Places in documents that the answer of a run cites. Kept as long as the run. */
export class RunCitations extends RunCitationsSchema.class {}
RunCitationsSchema.setClass(RunCitations);

/** Row of the answer's citations, by column. */
export function citationsRow(runId: string, { outcome, claims }: CitedAnswer): Readonly<Record<string, unknown>> {
  const recorded = claims.map(
    ({ text: _, citations, ...claim }): RecordedClaim => ({
      ...claim,
      citations: citations.map(({ words: _words, documentName: _name, headingPath: _headings, ...place }) => place),
    }),
  );
  return { run_id: runId, outcome, claims: recorded };
}
