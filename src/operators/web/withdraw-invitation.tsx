import { useState } from 'react';
import { WithdrawInvitationDocument, type WithdrawInvitationMutation } from '../../web/generated/operators/graphql.ts';
import { announce } from '../../web/kit/announce.tsx';
import { Confirm } from '../../web/kit/confirm.tsx';
import type { Outcome } from '../../web/kit/outcome.ts';
import { OutcomeNotice } from '../../web/kit/states.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { Visible } from '../../web/kit/visible-text.tsx';
import type { Invitation } from './invitation-state.tsx';

/** Asks before a link ends that somebody may have in their hands. */
export function WithdrawInvitation({ of, close }: { of: Invitation; close(): void }) {
  const [withdraw, isUnderWay] = useMutationOf(WithdrawInvitationDocument);
  const [outcome, setOutcome] = useState<Outcome<WithdrawInvitationMutation> | null>(null);
  const confirm = async () => {
    const done = await withdraw({ input: { operatorInvitationId: of.id } });
    setOutcome(done);
    if (done.kind !== 'DONE') return;
    announce(`The invitation of ${of.email} is withdrawn.`);
    close();
  };
  return (
    <Confirm
      isOpen
      title="Withdraw the invitation?"
      action="Withdraw it"
      isDangerous
      isUnderWay={isUnderWay}
      confirm={() => void confirm()}
      close={close}
    >
      <p>
        The link that <Visible text={of.email} /> was to have leads nowhere from then on. Another one can be made.
      </p>
      <OutcomeNotice outcome={outcome} />
    </Confirm>
  );
}
