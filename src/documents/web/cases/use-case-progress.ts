import { useEffect, useRef, useState } from 'react';
import { CaseProgressDocument, type CaseProgressSubscription } from '../../../web/generated/documents/graphql.ts';
import { announce } from '../../../web/kit/announce.tsx';
import { announceDataChange } from '../../../web/kit/client.ts';
import { type LiveState, useLive } from '../../../web/kit/use-live.ts';
import { texts } from './texts.ts';

export type CaseProgress = CaseProgressSubscription['caseProgress'];

/** Minimum milliseconds between two reloads of the list, since a case can have thousands of documents in progress. */
const RELOAD_MS = 1_000;

const isBusy = ({ waiting, underWay }: CaseProgress) => waiting + underWay > 0;

/** Live progress of a case’s documents. The queries of the screen are repeated when documents change their state. */
export function useCaseProgress(caseId: string, { pause }: { pause: boolean }): [CaseProgress | null, LiveState] {
  const [progress, setProgress] = useState<CaseProgress | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const latest = useRef<CaseProgress | null>(null);
  useEffect(
    () => () => {
      if (timer.current) clearTimeout(timer.current);
    },
    [],
  );
  const reloadSoon = () => {
    timer.current ??= setTimeout(() => {
      timer.current = null;
      announceDataChange();
    }, RELOAD_MS);
  };
  const live = useLive(
    CaseProgressDocument,
    { caseId },
    ({ caseProgress: now }) => {
      const before = latest.current;
      latest.current = now;
      setProgress(now);
      if (before && isBusy(before) && !isBusy(now)) announce(texts.progress.done);
      // The list may have been loaded before the first message, with states that have changed since.
      if (!before || countsOf(before) !== countsOf(now)) reloadSoon();
    },
    { pause },
  );
  return [progress, live];
}

const countsOf = ({ waiting, underWay, ready, refused, failed }: CaseProgress) =>
  [waiting, underWay, ready, refused, failed].join();
