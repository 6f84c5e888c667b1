import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { When } from '../../kit/values.tsx';
import { useMay } from '../../kit/viewer.ts';
import type { Hold } from './resume-deletion.tsx';

// Loaded when it is asked for: dialogs would double what Home loads.
const ResumeDeletion = lazy(() => import('./resume-deletion.tsx'));

/** Says that nothing is deleted because a clock may be wrong. An administrator ends that here. */
export function HeldDeletion({ hold }: { hold: Hold }) {
  const may = useMay();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <li data-tone="care">
      <span>Nothing is deleted or erased, because a clock may be wrong</span>
      <span className="hint">
        {hold.reason === 'LEAP'
          ? 'The clock leapt by more than a day. '
          : 'The service started more than 45 days after its last note. '}
        Last note before: <When at={hold.lastNotedAt} />.
      </span>
      {may('deletion:resume') && (
        <Button variant="default" size="compact-sm" onClick={() => setIsAsking(true)}>
          Resume deletion
        </Button>
      )}
      <Suspense>{isAsking && <ResumeDeletion hold={hold} onClose={() => setIsAsking(false)} />}</Suspense>
    </li>
  );
}
