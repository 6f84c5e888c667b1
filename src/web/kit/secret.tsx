import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { useCovering } from './overlays.ts';
import { texts } from './texts.ts';
import { CopyButton } from './values.tsx';

/** Result of a mutation that issues a secret. */
export interface IssuedSecret {
  /** The issued secret. Null if an earlier attempt issued it: the service doesn't return a secret twice. */
  secret: string | null;
}

interface SecretProps {
  title: string;
  /** The secret to display. Null while the dialog is closed. */
  issued: IssuedSecret | null;
  /** Sentence that says how to get a new secret if this one can't be displayed. */
  remedy?: string;
  onClose(): void;
}

/** Dialog that displays a secret once. The secret isn't stored, and can't be displayed again after the dialog closes. */
export function Secret({ title, issued, remedy = texts.secret.rotate, onClose }: SecretProps) {
  const [isKept, setKept] = useState(false);
  useCovering(issued !== null);
  const end = () => {
    setKept(false);
    onClose();
  };
  const isLost = issued?.secret === null;
  return (
    <Modal
      opened={issued !== null}
      onClose={end}
      title={title}
      centered
      closeOnClickOutside={false}
      withCloseButton={false}
      closeOnEscape={false}
    >
      {isLost ? (
        <p>{texts.secret.lost(remedy)}</p>
      ) : (
        <>
          <p>{texts.secret.copyNow}</p>
          <p className="secret">
            <code data-secret>{issued?.secret}</code>
            <CopyButton text={issued?.secret ?? ''} what="secret" />
          </p>
          <label className="check">
            <input type="checkbox" checked={isKept} onChange={(event) => setKept(event.target.checked)} />{' '}
            {texts.secret.stored}
          </label>
        </>
      )}
      <div className="actions">
        <Button disabled={!isKept && !isLost} onClick={end}>
          {isLost ? texts.common.close : texts.secret.done}
        </Button>
      </div>
    </Modal>
  );
}
