import { RevokeCustomerKeyDocument } from '../../web/generated/customers/graphql.ts';
import { ConfirmMutation } from '../../web/kit/confirm-mutation.tsx';
import type { CustomerKey } from './customer.ts';

/** Asks before a key ends for good. */
export function RevokeKey({ customerKey, onClose }: { customerKey: CustomerKey; onClose(): void }) {
  return (
    <ConfirmMutation
      document={RevokeCustomerKeyDocument}
      variables={{ input: { customerKeyId: customerKey.id } }}
      title={`Revoke ${customerKey.name}?`}
      action="Revoke the key"
      told={`${customerKey.name} is revoked.`}
      onClose={onClose}
    >
      <p>Whoever shows it is refused from then on. A revoked key never works again; another one can be issued.</p>
    </ConfirmMutation>
  );
}
