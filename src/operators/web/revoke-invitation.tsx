import { WithdrawInvitationDocument } from '../../web/generated/operators/graphql.ts';
import { ConfirmMutation } from '../../web/kit/confirm-mutation.tsx';
import { Visible } from '../../web/kit/visible-text.tsx';
import type { Invitation } from './invitation-state.tsx';
import { texts } from './texts.ts';

/**
 * Dialog that asks the user to confirm that an invitation is revoked. The invited person may already have the link of the
 * invitation.
 */
export function RevokeInvitation({ invitation, onClose }: { invitation: Invitation; onClose(): void }) {
  return (
    <ConfirmMutation
      document={WithdrawInvitationDocument}
      variables={{ input: { operatorInvitationId: invitation.id } }}
      title={texts.revoke.title}
      action={texts.revoke.action}
      announcement={texts.revoke.done(invitation.email)}
      onClose={onClose}
    >
      <p>{texts.revoke.text(<Visible text={invitation.email} />)}</p>
    </ConfirmMutation>
  );
}
