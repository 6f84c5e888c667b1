import type { RunLogQuery } from '../../web/generated/gateway/graphql.ts';
import { enumLabel, StatusBadge } from '../../web/kit/values.tsx';

type RunRow = RunLogQuery['runs']['nodes'][number];

/** How a run ended, and why it failed. */
export function RunOutcome({ status, failure }: Pick<RunRow, 'status' | 'failure'>) {
  if (status === 'SUCCEEDED') return <StatusBadge>Succeeded</StatusBadge>;
  const tone = status === 'CANCELED' ? 'care' : 'bad';
  return (
    <StatusBadge tone={tone}>
      {enumLabel(status)}
      {failure && failure !== status ? `: ${enumLabel(failure).toLowerCase()}` : ''}
    </StatusBadge>
  );
}

/** A length of time as short as it can be read. Nobody knows that of a run that was aborted. */
export function Duration({ ms }: { ms: number | null | undefined }) {
  if (ms === null || ms === undefined) return <span className="unknown">unknown</span>;
  return <span className="number">{formatDuration(ms)}</span>;
}

export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
  return `${(ms / 1_000).toFixed(ms < 10_000 ? 2 : 1)} s`;
}
