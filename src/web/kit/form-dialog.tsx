import { Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Confirm } from './confirm.tsx';
import { useIsCovered } from './overlays.ts';
import { useReturnFocus } from './return-focus.ts';
import { Unsaved } from './unsaved.tsx';

/**
 * A form over the screen, for what takes a few fields. It asks before what was typed is thrown away, by whichever way it is
 * left.
 */
export function FormDialog({
  title,
  isTouched,
  onClose,
  children,
}: {
  title: string;
  /** Whether there is something in it that would be lost. */
  isTouched: boolean;
  onClose(): void;
  /** Its fields and buttons. `leave` is for the one that does nothing. */
  children(leave: () => void): ReactNode;
}) {
  const [isAsking, setAsking] = useState(false);
  const isCovered = useIsCovered();
  useReturnFocus();
  // Not while the key that leads away is heard: Escape would close the question as well.
  const leave = () => (isTouched ? void setTimeout(() => setAsking(true)) : onClose());
  return (
    <Modal
      opened
      onClose={leave}
      closeOnEscape={!isCovered}
      closeOnClickOutside={!isCovered}
      title={title}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {children(leave)}
      <Confirm
        isOpen={isAsking}
        title="Close without saving?"
        action="Throw away what was typed"
        isDangerous
        onConfirm={onClose}
        onClose={() => setAsking(false)}
      >
        <p>What you have typed here is not saved.</p>
      </Confirm>
      <Unsaved when={isTouched} />
    </Modal>
  );
}
