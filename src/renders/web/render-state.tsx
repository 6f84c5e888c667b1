import { useEffect, useState } from 'react';
import type { RenderRowFragment } from '../../web/generated/renders/graphql.ts';
import { StatusBadge } from '../../web/kit/values.tsx';
import { isUnderWay, STATUS_LABELS } from './render-labels.ts';

type RenderTimes = Pick<RenderRowFragment, 'status' | 'attempts' | 'createdAt' | 'startedAt' | 'completedAt'>;

/** How a render stands, in a word, and while it goes on a bar that says so. */
export function RenderState({ status, attempts }: Pick<RenderTimes, 'status' | 'attempts'>) {
  const { word, tone } = STATUS_LABELS[status];
  return (
    <span className="renders-state">
      <StatusBadge tone={tone}>{attempts > 1 ? `${word}, attempt ${attempts}` : word}</StatusBadge>
      {isUnderWay(status) && <progress aria-label={word} />}
    </span>
  );
}

/** From when it was begun to its end; while it goes on, until now. What never began took nothing. */
export function RenderDuration({
  createdAt,
  startedAt,
  completedAt,
}: Pick<RenderTimes, 'createdAt' | 'startedAt' | 'completedAt'>) {
  if (!completedAt) return <ElapsedTime since={startedAt ?? createdAt} />;
  if (!startedAt) return <span className="unknown">never begun</span>;
  return <span className="number">{formatDuration(Date.parse(completedAt) - Date.parse(startedAt))}</span>;
}

/** Counts, a second at a time. Not told to who hears the page: it would never end. */
export function ElapsedTime({ since }: { since: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return <span className="number">{formatDuration(Math.floor((now - Date.parse(since)) / 1_000) * 1_000)} so far</span>;
}

/** A length of time, as exactly as it is worth. The clocks of two machines may differ: it is never less than nothing. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, ms) / 1_000;
  if (seconds > 0 && seconds < 0.1) return `${Math.max(1, Math.round(ms))} ms`;
  if (seconds < 60) return `${seconds < 10 && seconds % 1 !== 0 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.round(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
