import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { useCovering } from './overlays.ts';
import { CopyButton } from './values.tsx';

/** A secret that is told once. It is nowhere but on the screen, and is gone with the dialog. */
export function Secret({ title, secret, onClose }: { title: string; secret: string | null; onClose(): void }) {
  const [isKept, setKept] = useState(false);
  useCovering(secret !== null);
  const end = () => {
    setKept(false);
    onClose();
  };
  return (
    <Modal
      opened={secret !== null}
      onClose={end}
      title={title}
      centered
      closeOnClickOutside={false}
      withCloseButton={false}
      closeOnEscape={false}
    >
      <p>Copy it now. It is shown this once, and nobody can look it up later.</p>
      <p className="secret">
        <code data-secret>{secret}</code>
        <CopyButton text={secret ?? ''} what="secret" />
      </p>
      <label className="check">
        <input type="checkbox" checked={isKept} onChange={(event) => setKept(event.target.checked)} /> I have put it
        where it belongs
      </label>
      <div className="actions">
        <Button disabled={!isKept} onClick={end}>
          Done
        </Button>
      </div>
    </Modal>
  );
}
