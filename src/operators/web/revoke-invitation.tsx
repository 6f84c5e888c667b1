import { WithdrawInvitationDocument } from '../../web/generated/operators/graphql.ts';
import { ConfirmMutation } from '../../web/kit/confirm-mutation.tsx';
import { Visible } from '../../web/kit/visible-text.tsx';
import type { Invitation } from './invitation-state.tsx';

/** Asks before a link ends that somebody may have in their hands. */
export function RevokeInvitation({ invitation, onClose }: { invitation: Invitation; onClose(): void }) {
  return (
    <ConfirmMutation
      document={WithdrawInvitationDocument}
      variables={{ input: { operatorInvitationId: invitation.id } }}
      title="Withdraw the invitation?"
      action="Withdraw it"
      announcement={`The invitation of ${invitation.email} is withdrawn.`}
      onClose={onClose}
    >
      <p>
        The link that <Visible text={invitation.email} /> was to have leads nowhere from then on. Another one can be
        made.
      </p>
    </ConfirmMutation>
  );
}
