import { entityProjection } from '../../platform/graphql/reads/entity-projection.ts';
import { PageProjection } from '../../platform/graphql/reads/page-projection.ts';
import type { OperatorInvitationsArgs } from './invitation.inputs.ts';
import { OperatorInvitation } from './operator-invitation.entity.ts';

/** SQL condition for invitations that can still be accepted. */
export const OPEN = 'accepted_at is null and revoked_at is null and expires_at > now()';

const invitation = entityProjection(OperatorInvitation);

/** List of all invitations, newest first. */
export const invitationPages = new PageProjection<OperatorInvitationsArgs, { id: string }>({
  typeName: 'OperatorInvitationConnection',
  node: invitation,
  ids: 'operatorInvitation',
  orders: {
    CREATED_AT: 'id',
    EXPIRES_AT: { sql: 'operator_invitation.expires_at', type: 'time' },
    EMAIL: { sql: 'lower(operator_invitation.email)', type: 'text' },
  },
  createdAt: 'operator_invitation.created_at',
  filter({ filter }) {
    if (typeof filter?.isOpen !== 'boolean') return { conditions: [], values: [] };
    return { conditions: [filter.isOpen ? `(${OPEN})` : `not (${OPEN})`], values: [] };
  },
});
