import { RevokeCustomerKeyDocument } from '../../web/generated/customers/graphql.ts';
import { ConfirmMutation } from '../../web/kit/confirm-mutation.tsx';
import type { CustomerKey } from './customer.ts';

/** Asks before a key ends for good. */
export function RevokeKey({ of, close }: { of: CustomerKey; close(): void }) {
  return (
    <ConfirmMutation
      document={RevokeCustomerKeyDocument}
      variables={{ input: { customerKeyId: of.id } }}
      title={`Revoke ${of.name}?`}
      action="Revoke the key"
      told={`${of.name} is revoked.`}
      close={close}
    >
      <p>Whoever shows it is refused from then on. A revoked key never works again; another one can be issued.</p>
    </ConfirmMutation>
  );
}
