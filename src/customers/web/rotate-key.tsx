import { RotateCustomerKeyDocument } from '../../web/generated/customers/graphql.ts';
import { RotateDialog } from '../../web/kit/rotate-dialog.tsx';
import type { CustomerKey } from './customer.ts';

const OVERLAPS = [
  { value: '0', label: 'It ends at once' },
  { value: '1', label: 'An hour more' },
  { value: '24', label: 'A day more' },
  { value: '168', label: 'A week more' },
];

/** Another key in the place of one: same rights, same limits, and what is used of them. */
export function RotateKey({
  customerKey,
  onClose,
  onDone,
}: {
  customerKey: CustomerKey;
  onClose(): void;
  /** With the token of the new one. */
  onDone(token: string): void;
}) {
  return (
    <RotateDialog
      title={`Rotate ${customerKey.name}`}
      label="How long the present one goes on beside it"
      choices={OVERLAPS}
      initially="24"
      action="Rotate the key"
      document={RotateCustomerKeyDocument}
      variablesFor={(hours) => ({ input: { customerKeyId: customerKey.id, overlapHours: Number(hours) } })}
      onDone={({ token }) => onDone(token)}
      onClose={onClose}
    >
      A new key takes its place, with the same rights and limits and what is used of them. It is shown once.
    </RotateDialog>
  );
}
