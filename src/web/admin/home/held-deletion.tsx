import { Button } from '@mantine/core';
import { useState } from 'react';
import { type HomeQuery, ResumeDeletionDocument } from '../../generated/frame/graphql.ts';
import { ConfirmMutation } from '../../kit/confirm-mutation.tsx';
import { Facts, When } from '../../kit/values.tsx';
import { useMay } from '../../kit/viewer.ts';

type Hold = NonNullable<HomeQuery['deletionHold']>;

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
      {isAsking && <ResumeDeletion hold={hold} close={() => setIsAsking(false)} />}
    </li>
  );
}

function ResumeDeletion({ hold, close }: { hold: Hold; close(): void }) {
  return (
    <ConfirmMutation
      document={ResumeDeletionDocument}
      variables={{ input: { heldSince: hold.since } }}
      title="Resume deletion?"
      action="Resume deletion"
      told="Deletion goes on."
      close={close}
    >
      <p>Check the clocks first. What is deleted under a wrong clock is gone.</p>
      <Facts
        of={[
          ['Clock of the database', <When key="database" at={hold.databaseTime} />],
          ['Clock of the service', <When key="service" at={hold.processTime} />],
        ]}
      />
    </ConfirmMutation>
  );
}
