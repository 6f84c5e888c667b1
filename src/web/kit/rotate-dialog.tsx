import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
import { Button, Modal, NativeSelect } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Form } from './form.tsx';
import { useIdempotencyKey } from './idempotency-key.ts';
import type { MutationOutcome, PayloadOf } from './outcome.ts';
import { useReturnFocus } from './return-focus.ts';
import { OutcomeNotice } from './states.tsx';
import { texts } from './texts.ts';
import { useMutationOf } from './use-mutation-of.ts';

/** Dialog that replaces a key, token or secret. Describes the consequences and asks for the choices in `fields`. */
export function RotateDialog<Data, Variables extends Record<string, unknown>>({
  title,
  fields,
  action,
  document,
  variablesFor,
  onDone,
  onClose,
  children,
}: {
  title: string;
  fields: readonly { label: string; choices: { value: string; label: string }[]; initially: string }[];
  /** Label of the button that rotates, e.g. `Rotate the key`. */
  action: string;
  document: DocumentTypeDecoration<Data, Variables>;
  /** Returns the variables of the mutation. `values` has the value of each input, in the order of `fields`. */
  variablesFor(values: readonly string[], idempotencyKey: string): Variables;
  /** Called with the mutation's payload. It contains the new secret, unless an earlier attempt has already rotated. */
  onDone(payload: PayloadOf<Data>): void;
  onClose(): void;
  /** Text that describes the consequences of the rotation. */
  children: ReactNode;
}) {
  const [send, isUnderWay] = useMutationOf(document);
  const [outcome, setOutcome] = useState<MutationOutcome<Data> | null>(null);
  const [values, setValues] = useState(fields.map(({ initially }) => initially));
  const idempotencyKey = useIdempotencyKey();
  useReturnFocus();
  const submit = async () => {
    const sent = await send(variablesFor(values, idempotencyKey));
    setOutcome(sent);
    if (sent.kind === 'DONE') onDone(sent.payload);
  };
  return (
    <Modal opened onClose={onClose} title={title} centered closeButtonProps={{ 'aria-label': texts.common.close }}>
      <Form label={title} onSubmit={() => void submit()}>
        <p className="form-lead">{children}</p>
        {fields.map(({ label, choices }, at) => (
          <NativeSelect
            key={label}
            label={label}
            data={choices}
            value={values[at]}
            onChange={(event) => setValues(values.with(at, event.currentTarget.value))}
          />
        ))}
        <OutcomeNotice outcome={outcome} />
        <div className="actions">
          <Button type="submit" loading={isUnderWay}>
            {action}
          </Button>
          <Button variant="default" onClick={onClose}>
            {texts.common.cancel}
          </Button>
        </div>
      </Form>
    </Modal>
  );
}
