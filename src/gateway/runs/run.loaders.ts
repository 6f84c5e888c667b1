import DataLoader from 'dataloader';
import type { Context } from '../../platform/context.ts';
import { Attempt } from './attempt.entity.ts';
import { type RecordedDecision, Run } from './run.entity.ts';
import { findDecisions } from './run.sql.ts';
import { visibleRuns } from './run-access.ts';

export function attemptsOfRuns({ em }: Context) {
  return new DataLoader<string, Attempt[]>(async (ids) => {
    const attempts = await em.find(Attempt, { runId: { $in: [...ids] } }, { orderBy: { number: 'asc' } });
    const byRun = Map.groupBy(attempts, ({ runId }) => runId);
    return ids.map((id) => byRun.get(id) ?? []);
  });
}

/** Runs that the caller may read, by id. */
export function runsById({ em, principal }: Context) {
  return new DataLoader<string, Run | null>(async (ids) => {
    const runs = await em.find(Run, { id: { $in: [...ids] }, ...visibleRuns(principal) });
    const found = new Map(runs.map((run) => [run.id, run]));
    return ids.map((id) => found.get(id) ?? null);
  });
}

/** Loads decisions separately, so that lists don't read their large column. */
export function decisionsOfRuns({ em }: Context) {
  return new DataLoader<string, RecordedDecision | null>(async (ids) => {
    const rows = await findDecisions(em, ids);
    const byRun = new Map(rows.map(({ id, decision }) => [id, decision]));
    return ids.map((id) => byRun.get(id) ?? null);
  });
}
