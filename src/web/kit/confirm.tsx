import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCovering } from './overlays.ts';
import { useReturnFocus } from './return-focus.ts';
import { texts } from './texts.ts';

/** Dialog that asks for confirmation of an action. The label of its button names the action, never "OK". */
export function Confirm({
  isOpen,
  title,
  action,
  cancel = texts.common.cancel,
  isDangerous = false,
  isUnderWay = false,
  onConfirm,
  onClose,
  children,
}: {
  isOpen: boolean;
  title: string;
  /** Label of the button that confirms the action, e.g. `Revoke the key`. */
  action: string;
  /** Label of the button that closes the dialog. Default: "Cancel". */
  cancel?: string;
  isDangerous?: boolean;
  isUnderWay?: boolean;
  onConfirm(): void;
  onClose(): void;
  /** Text that describes the consequences of the action. */
  children: ReactNode;
}) {
  useCovering(isOpen);
  useReturnFocus(isOpen);
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      centered
      closeButtonProps={{ 'aria-label': texts.common.close }}
    >
      {children}
      <div className="actions">
        <Button color={isDangerous ? 'bad' : 'mark'} loading={isUnderWay} onClick={onConfirm}>
          {action}
        </Button>
        <Button variant="default" onClick={onClose} data-autofocus={isDangerous || undefined}>
          {cancel}
        </Button>
      </div>
    </Modal>
  );
}
