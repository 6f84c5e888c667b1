import { PageProjection } from '../../platform/graphql/reads/page-projection.ts';
import { isoTime, Projection } from '../../platform/graphql/reads/projection.ts';
import type { OperatorInvitationsArgs } from './invitation.inputs.ts';

/** What can still be accepted. */
export const OPEN = 'accepted_at is null and revoked_at is null and expires_at > now()';

const invitation = new Projection({
  typeName: 'OperatorInvitation',
  row: 'operator_invitation',
  fields: {
    id: 'operator_invitation.id',
    email: 'operator_invitation.email',
    roles: 'operator_invitation.roles',
    invitedBy: 'operator_invitation.invited_by',
    createdAt: isoTime('operator_invitation.created_at'),
    expiresAt: isoTime('operator_invitation.expires_at'),
    acceptedAt: isoTime('operator_invitation.accepted_at'),
    operatorId: 'operator_invitation.operator_id',
    revokedAt: isoTime('operator_invitation.revoked_at'),
  },
});

/** All of them, newest first. */
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
