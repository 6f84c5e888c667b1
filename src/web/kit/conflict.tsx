import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCovering } from './overlays.ts';

export interface Difference {
  field: string;
  mine: ReactNode;
  theirs: ReactNode;
}

/** Two people have changed one thing: both versions, and a choice. Nothing typed is lost before it is made. */
export function Conflict({
  isOpen,
  who,
  differences,
  onTakeMine,
  onTakeTheirs,
  onClose,
}: {
  isOpen: boolean;
  /** Who was first, as far as it is known, e.g. `Vera Brandt, two minutes ago`. */
  who?: ReactNode;
  differences: readonly Difference[];
  onTakeMine(): void;
  onTakeTheirs(): void;
  onClose(): void;
}) {
  useCovering(isOpen);
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title="Somebody else has changed this"
      size="lg"
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <p>
        {who ? <>Changed by {who} while you were editing.</> : 'It was changed while you were editing.'} Which shall
        hold?
      </p>
      <table className="data conflict">
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">There now</th>
            <th scope="col">Yours</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ field, mine, theirs }) => (
            <tr key={field}>
              <th scope="row">{field}</th>
              <td data-title="There now">{theirs}</td>
              <td data-title="Yours">{mine}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="actions">
        <Button onClick={onTakeMine}>Overwrite with mine</Button>
        <Button variant="default" onClick={onTakeTheirs}>
          Take what is there
        </Button>
        <Button variant="subtle" onClick={onClose}>
          Go on editing
        </Button>
      </div>
    </Modal>
  );
}
