import { Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Confirm } from './confirm.tsx';
import { ConfirmLeave } from './confirm-leave.tsx';
import { useIsCovered } from './overlays.ts';
import { useReturnFocus } from './return-focus.ts';
import { texts } from './texts.ts';

/** Dialog with a form of a few inputs. Closing it in any way asks before typed values are discarded. */
export function FormDialog({
  title,
  isTouched,
  onClose,
  children,
}: {
  title: string;
  /** True if closing the dialog would lose typed values. */
  isTouched: boolean;
  onClose(): void;
  /** Renders the inputs and buttons. `leave` is for the button that cancels. */
  children(leave: () => void): ReactNode;
}) {
  const [isAsking, setAsking] = useState(false);
  const isCovered = useIsCovered();
  useReturnFocus();
  // Waits for the key event to end: the same press of Escape would close the confirmation, too.
  const leave = () => (isTouched ? void setTimeout(() => setAsking(true)) : onClose());
  return (
    <Modal
      opened
      onClose={leave}
      closeOnEscape={!isCovered}
      closeOnClickOutside={!isCovered}
      title={title}
      centered
      closeButtonProps={{ 'aria-label': texts.common.close }}
    >
      {children(leave)}
      <Confirm
        isOpen={isAsking}
        title={texts.unsaved.title}
        action={texts.unsaved.discard}
        cancel={texts.unsaved.keep}
        isDangerous
        onConfirm={onClose}
        onClose={() => setAsking(false)}
      >
        <p>{texts.unsaved.text}</p>
      </Confirm>
      <ConfirmLeave when={isTouched} />
    </Modal>
  );
}
