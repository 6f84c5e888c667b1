import { Button, Modal, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { RotateCustomerKeyDocument, type RotateCustomerKeyMutation } from '../../web/generated/customers/graphql.ts';
import { Form } from '../../web/kit/form.tsx';
import type { Outcome } from '../../web/kit/outcome.ts';
import { OutcomeNotice } from '../../web/kit/states.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import type { CustomerKey } from './customer.ts';

const OVERLAPS = [
  { value: '0', label: 'It ends at once' },
  { value: '1', label: 'An hour more' },
  { value: '24', label: 'A day more' },
  { value: '168', label: 'A week more' },
];

/** Another key in the place of one: same rights, same limits, and what is used of them. */
export function RotateKey({
  of,
  close,
  done,
}: {
  of: CustomerKey;
  close(): void;
  /** With the token of the new one. */
  done(token: string): void;
}) {
  const [rotate, isUnderWay] = useMutationOf(RotateCustomerKeyDocument);
  const [outcome, setOutcome] = useState<Outcome<RotateCustomerKeyMutation> | null>(null);
  const [overlap, setOverlap] = useState('24');
  const submit = async () => {
    const rotated = await rotate({ input: { customerKeyId: of.id, overlapHours: Number(overlap) } });
    setOutcome(rotated);
    if (rotated.kind === 'DONE') done(rotated.payload.token);
  };
  return (
    <Modal opened onClose={close} title={`Rotate ${of.name}`} centered closeButtonProps={{ 'aria-label': 'Close' }}>
      <Form label={`Rotate ${of.name}`} submit={() => void submit()}>
        <p>A new key takes its place, with the same rights and limits and what is used of them. It is shown once.</p>
        <NativeSelect
          label="How long the present one goes on beside it"
          data={OVERLAPS}
          value={overlap}
          onChange={(event) => setOverlap(event.currentTarget.value)}
        />
        <OutcomeNotice outcome={outcome} />
        <div className="actions">
          <Button type="submit" loading={isUnderWay}>
            Rotate the key
          </Button>
          <Button variant="default" onClick={close}>
            Leave it
          </Button>
        </div>
      </Form>
    </Modal>
  );
}
