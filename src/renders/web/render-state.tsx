import { useEffect, useState } from 'react';
import type { RenderRowFragment } from '../../web/generated/renders/graphql.ts';
import { StatusBadge } from '../../web/kit/values.tsx';
import { formatDuration } from './format-duration.ts';
import { isUnderWay, STATUS_LABELS } from './render-labels.ts';
import { texts } from './texts.ts';

type RenderTimes = Pick<RenderRowFragment, 'status' | 'attempts' | 'createdAt' | 'startedAt' | 'completedAt'>;

/** Status of a render, with a progress bar while the render is queued or running. */
export function RenderState({ status, attempts }: Pick<RenderTimes, 'status' | 'attempts'>) {
  const { word, tone } = STATUS_LABELS[status];
  return (
    <span className="renders-state">
      <StatusBadge tone={tone}>{attempts > 1 ? texts.status.attempt(word, attempts) : word}</StatusBadge>
      {isUnderWay(status) && <progress aria-label={word} />}
    </span>
  );
}

/**
 * Time from the start of a render to its end, or until now if the render hasn't ended. Until the render starts, the time since
 * its request.
 */
export function RenderDuration({
  createdAt,
  startedAt,
  completedAt,
}: Pick<RenderTimes, 'createdAt' | 'startedAt' | 'completedAt'>) {
  if (!completedAt) return <ElapsedTime since={startedAt ?? createdAt} />;
  if (!startedAt) return <span className="unknown">{texts.status.neverStarted}</span>;
  return <span className="number">{formatDuration(Date.parse(completedAt) - Date.parse(startedAt))}</span>;
}

/**
 * Time since a moment, updated every second. In a live region, callers hide it from screen readers, which would announce every
 * update.
 */
export function ElapsedTime({ since }: { since: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className="number">
      {texts.status.soFar(formatDuration(Math.floor((now - Date.parse(since)) / 1_000) * 1_000))}
    </span>
  );
}
