import { useState } from 'react';
import { RevokeCustomerKeyDocument, type RevokeCustomerKeyMutation } from '../../web/generated/customers/graphql.ts';
import { announce } from '../../web/kit/announce.tsx';
import { Confirm } from '../../web/kit/confirm.tsx';
import type { Outcome } from '../../web/kit/outcome.ts';
import { OutcomeNotice } from '../../web/kit/states.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import type { CustomerKey } from './customer.ts';

/** Asks before a key ends for good. */
export function RevokeKey({ of, close }: { of: CustomerKey; close(): void }) {
  const [revoke, isUnderWay] = useMutationOf(RevokeCustomerKeyDocument);
  const [outcome, setOutcome] = useState<Outcome<RevokeCustomerKeyMutation> | null>(null);
  const confirm = async () => {
    const done = await revoke({ input: { customerKeyId: of.id } });
    setOutcome(done);
    if (done.kind !== 'DONE') return;
    announce(`${of.name} is revoked.`);
    close();
  };
  return (
    <Confirm
      isOpen
      title={`Revoke ${of.name}?`}
      action="Revoke the key"
      isDangerous
      isUnderWay={isUnderWay}
      confirm={() => void confirm()}
      close={close}
    >
      <p>Whoever shows it is refused from then on. A revoked key never works again; another one can be issued.</p>
      <OutcomeNotice outcome={outcome} />
    </Confirm>
  );
}
