import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCovering } from './overlays.ts';
import { texts } from './texts.ts';

export interface Difference {
  field: string;
  mine: ReactNode;
  theirs: ReactNode;
}

/**
 * Shows both versions after two people have edited the same object, and asks which version to keep. Nothing is lost before the
 * choice.
 */
export function Conflict({
  isOpen,
  who,
  differences,
  onTakeMine,
  onTakeTheirs,
  onClose,
}: {
  isOpen: boolean;
  /** Author and time of the other change, if known, e.g. `Vera Brandt, two minutes ago`. */
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
      title={texts.conflict.title}
      size="lg"
      centered
      closeButtonProps={{ 'aria-label': texts.common.close }}
    >
      <p>
        {who ? texts.conflict.changedBy(who) : texts.conflict.changed} {texts.conflict.question}
      </p>
      <table className="data conflict">
        <thead>
          <tr>
            <th scope="col">{texts.conflict.field}</th>
            <th scope="col">{texts.conflict.current}</th>
            <th scope="col">{texts.conflict.yours}</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ field, mine, theirs }) => (
            <tr key={field}>
              <th scope="row">{field}</th>
              <td data-title={texts.conflict.current}>{theirs}</td>
              <td data-title={texts.conflict.yours}>{mine}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="actions">
        <Button onClick={onTakeMine}>{texts.conflict.keepMine}</Button>
        <Button variant="default" onClick={onTakeTheirs}>
          {texts.conflict.keepCurrent}
        </Button>
        <Button variant="subtle" onClick={onClose}>
          {texts.conflict.keepEditing}
        </Button>
      </div>
    </Modal>
  );
}
