import type { OperatorInvitationListQuery } from '../../web/generated/operators/graphql.ts';
import { isActive, LifetimeState } from '../../web/kit/lifetime.tsx';
import { PageLink } from '../../web/kit/link.tsx';
import { StatusBadge, When } from '../../web/kit/values.tsx';
import { texts } from './texts.ts';

export type Invitation = OperatorInvitationListQuery['operatorInvitations']['nodes'][number];

/** True if the invitation can still be accepted. */
export const isOpen = (invitation: Invitation) => !invitation.acceptedAt && isActive(invitation);

/** Status of an invitation and its time, such as the time of acceptance. */
export function InvitationState({ invitation }: { invitation: Invitation }) {
  const { acceptedAt, operatorId } = invitation;
  if (!acceptedAt)
    return <LifetimeState lifetime={invitation} works={texts.invitations.open} revoked={texts.invitations.revoked} />;
  return (
    <>
      <StatusBadge>
        {operatorId ? (
          <PageLink to={`/admin/operators/${operatorId}`}>{texts.invitations.accepted}</PageLink>
        ) : (
          texts.invitations.accepted
        )}
      </StatusBadge>{' '}
      <span className="hint">
        <When at={acceptedAt} />
      </span>
    </>
  );
}
