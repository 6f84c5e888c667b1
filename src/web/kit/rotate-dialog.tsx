import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
import { Button, Modal, NativeSelect } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Form } from './form.tsx';
import type { Outcome, PayloadOf } from './outcome.ts';
import { useReturnFocus } from './return-focus.ts';
import { OutcomeNotice } from './states.tsx';
import { useMutationOf } from './use-mutation-of.ts';

/** Another key, token or secret in the place of one, after a word on what follows and one choice. */
export function RotateDialog<Data, Variables extends Record<string, unknown>>({
  title,
  label,
  choices,
  initially,
  action,
  document,
  variablesFor,
  onDone,
  onClose,
  children,
}: {
  title: string;
  /** Of the choice. */
  label: string;
  choices: { value: string; label: string }[];
  initially: string;
  /** What the button does, e.g. `Rotate the key`. */
  action: string;
  document: DocumentTypeDecoration<Data, Variables>;
  variablesFor(choice: string): Variables;
  /** With what was answered, the new secret in it. */
  onDone(payload: PayloadOf<Data>): void;
  onClose(): void;
  /** What follows from it. */
  children: ReactNode;
}) {
  const [send, isUnderWay] = useMutationOf(document);
  const [outcome, setOutcome] = useState<Outcome<Data> | null>(null);
  const [choice, setChoice] = useState(initially);
  useReturnFocus();
  const submit = async () => {
    const sent = await send(variablesFor(choice));
    setOutcome(sent);
    if (sent.kind === 'DONE') onDone(sent.payload);
  };
  return (
    <Modal opened onClose={onClose} title={title} centered closeButtonProps={{ 'aria-label': 'Close' }}>
      <Form label={title} onSubmit={() => void submit()}>
        <p>{children}</p>
        <NativeSelect
          label={label}
          data={choices}
          value={choice}
          onChange={(event) => setChoice(event.currentTarget.value)}
        />
        <OutcomeNotice outcome={outcome} />
        <div className="actions">
          <Button type="submit" loading={isUnderWay}>
            {action}
          </Button>
          <Button variant="default" onClick={onClose}>
            Leave it
          </Button>
        </div>
      </Form>
    </Modal>
  );
}
