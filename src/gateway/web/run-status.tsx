import type { RunLogQuery } from '../../web/generated/gateway/graphql.ts';
import { enumLabel, StatusBadge } from '../../web/kit/values.tsx';
import { texts } from './texts.ts';

type RunRow = RunLogQuery['runs']['nodes'][number];

/** Status of a run, with the reason if it failed. */
export function RunOutcome({ status, failure }: Pick<RunRow, 'status' | 'failure'>) {
  if (status === 'SUCCEEDED') return <StatusBadge>{texts.run.succeeded}</StatusBadge>;
  const tone = status === 'CANCELED' ? 'care' : 'bad';
  return (
    <StatusBadge tone={tone}>
      {enumLabel(status)}
      {failure && failure !== status ? `: ${enumLabel(failure).toLowerCase()}` : ''}
    </StatusBadge>
  );
}

/** Duration in milliseconds or seconds. Unknown for aborted runs. */
export function Duration({ ms }: { ms: number | null | undefined }) {
  if (ms === null || ms === undefined) return <span className="unknown">{texts.common.unknown}</span>;
  return <span className="number">{formatDuration(ms)}</span>;
}

export function formatDuration(ms: number): string {
  // The limits are those of the rounded values: 999.6 ms is 1.00 s.
  if (ms < 999.5) return `${ms < 9.95 ? ms.toFixed(1) : Math.round(ms)} ms`;
  return `${(ms / 1_000).toFixed(ms < 9_995 ? 2 : 1)} s`;
}
