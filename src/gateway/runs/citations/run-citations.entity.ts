import { defineEntity, p } from '@mikro-orm/core';
import type { CitationRules } from '../../../quotations/index.ts';
import type { AnswerVersion, CitedOutcome } from './cited-answer.ts';
import type { RecordedAnswer, RecordedClaim } from './recorded-answer.ts';

const RunCitationsSchema = defineEntity({
  name: 'RunCitations',
  properties: {
    runId: p.string().primary(),
    outcome: p.string().$type<CitedOutcome>(),
    claims: p.json<readonly RecordedClaim[]>(),
    // Null in rows from before it was recorded.
    versions: p.json<readonly AnswerVersion[]>().nullable(),
    rules: p.json<CitationRules>().nullable(),
  },
});

/** Places in documents that the answer of a run cites. Kept as long as the run, whose record has a digest of it. */
export class RunCitations extends RunCitationsSchema.class {}
RunCitationsSchema.setClass(RunCitations);

/** Row of the answer's citations, by column. */
export function citationsRow(
  runId: string,
  { outcome, claims, versions, rules }: RecordedAnswer,
): Readonly<Record<string, unknown>> {
  return { run_id: runId, outcome, claims, versions, rules };
}
