import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCovering } from './overlays.ts';
import { useReturnFocus } from './return-focus.ts';

/** Asks before what cannot be taken back. The button says what it does, never "OK". */
export function Confirm({
  isOpen,
  title,
  action,
  isDangerous = false,
  isUnderWay = false,
  onConfirm,
  onClose,
  children,
}: {
  isOpen: boolean;
  title: string;
  /** What the button does, e.g. `Revoke the key`. */
  action: string;
  isDangerous?: boolean;
  isUnderWay?: boolean;
  onConfirm(): void;
  onClose(): void;
  /** What follows from it. */
  children: ReactNode;
}) {
  useCovering(isOpen);
  useReturnFocus(isOpen);
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} centered closeButtonProps={{ 'aria-label': 'Close' }}>
      {children}
      <div className="actions">
        <Button color={isDangerous ? 'bad' : 'mark'} loading={isUnderWay} onClick={onConfirm}>
          {action}
        </Button>
        <Button variant="default" onClick={onClose} data-autofocus={isDangerous || undefined}>
          Leave it
        </Button>
      </div>
    </Modal>
  );
}
