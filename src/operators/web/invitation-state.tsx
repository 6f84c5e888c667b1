import type { OperatorInvitationListQuery } from '../../web/generated/operators/graphql.ts';
import { isActive, LifetimeState } from '../../web/kit/lifetime.tsx';
import { PageLink } from '../../web/kit/link.tsx';
import { StatusBadge, When } from '../../web/kit/values.tsx';

export type Invitation = OperatorInvitationListQuery['operatorInvitations']['nodes'][number];

/** Whether it can still be accepted. */
export const isOpen = (invitation: Invitation) => !invitation.acceptedAt && isActive(invitation);

/** How an invitation stands, and since or until when. */
export function InvitationState({ invitation }: { invitation: Invitation }) {
  const { acceptedAt, operatorId } = invitation;
  if (!acceptedAt) return <LifetimeState lifetime={invitation} works="Open" revoked="Withdrawn" />;
  return (
    <>
      <StatusBadge>
        {operatorId ? <PageLink to={`/admin/operators/${operatorId}`}>Accepted</PageLink> : 'Accepted'}
      </StatusBadge>{' '}
      <span className="hint">
        <When at={acceptedAt} />
      </span>
    </>
  );
}
