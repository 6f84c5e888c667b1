import type { Context } from '../../platform/context.ts';
import { outsideRequests } from '../../platform/request-scope.ts';
import type { RunFilter } from '../runs/run.inputs.ts';
import { Conditions } from '../runs/run.reads.ts';
import { findPastDecisions } from '../runs/run.sql.ts';
import type { PastDecision } from './replay-one.ts';

/** Records per read: a few hundred kilobytes, read in a few milliseconds. */
const BATCH = 100;

/**
 * Decisions of the selected runs, newest first, at most `limit`. Reads only the columns that a replay needs, and holds one batch
 * at a time.
 */
export async function* pastDecisions(
  { database, signal }: Context,
  filter: RunFilter,
  limit: number,
): AsyncGenerator<PastDecision> {
  const selected = await outsideRequests(() => new Conditions().given(filter).inMonths(database));
  let before: string | null = null;
  for (let left = limit; left > 0 && !signal.aborted; ) {
    const conditions = [...selected.conditions];
    const values = [...selected.values];
    if (before !== null) conditions.push(`run.id < $${values.push(before)}`);
    const limit = Math.min(BATCH, left);
    // These reads don't count against the hundred statements of a request: `limit` bounds them.
    const rows = await outsideRequests(() => findPastDecisions(database, { conditions, values }, limit));
    for (const row of rows) yield decisionOf(row);
    if (rows.length < limit) return;
    before = rows.at(-1)![0]!;
    left -= rows.length;
  }
}

function decisionOf([id, startedAt, record, input, cached, output, written]: readonly (string | null)[]): PastDecision {
  return {
    runId: id!,
    startedAt: new Date(startedAt!),
    record: JSON.parse(record!) as PastDecision['record'],
    usage: {
      inputTokens: countOf(input),
      cachedInputTokens: countOf(cached),
      outputTokens: countOf(output),
      reasoningTokens: null,
      cacheWriteTokens: countOf(written),
    },
  };
}

const countOf = (text: string | null | undefined) => (text === null || text === undefined ? null : Number(text));
