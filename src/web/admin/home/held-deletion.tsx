import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { When } from '../../kit/values.tsx';
import { useMay } from '../../kit/viewer.ts';
import { texts } from '../texts.ts';
import type { Hold } from './resume-deletion.tsx';

// Loaded on demand, so that the code of the home screen stays small.
const ResumeDeletion = lazy(() => import('./resume-deletion.tsx'));

/** Notice that deletion is stopped because a clock may be wrong. Administrators can resume deletion. */
export function HeldDeletion({ hold }: { hold: Hold }) {
  const may = useMay();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <li data-tone="care">
      <span>{texts.deletion.held}</span>
      <span className="hint">
        {texts.deletion.lastNote(
          hold.reason === 'LEAP' ? texts.deletion.leap : texts.deletion.start,
          <When at={hold.lastNotedAt} />,
        )}
      </span>
      {may('deletion:resume') && (
        <Button variant="default" size="compact-sm" onClick={() => setIsAsking(true)}>
          {texts.deletion.resume}
        </Button>
      )}
      <Suspense>{isAsking && <ResumeDeletion hold={hold} onClose={() => setIsAsking(false)} />}</Suspense>
    </li>
  );
}
