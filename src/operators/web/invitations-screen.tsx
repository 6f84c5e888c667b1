import { Button } from '@mantine/core';
import { useState } from 'react';
import { OperatorInvitationListDocument } from '../../web/generated/operators/graphql.ts';
import { Actor, useActorNames } from '../../web/kit/actor.tsx';
import { field, filtersOf, useFilters, usePage } from '../../web/kit/address.ts';
import { ButtonLink } from '../../web/kit/button-link.tsx';
import type { Column } from '../../web/kit/data-table.tsx';
import { ChoiceFilter } from '../../web/kit/filters.tsx';
import { ListScreen } from '../../web/kit/list-screen.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { When } from '../../web/kit/values.tsx';
import { Visible } from '../../web/kit/visible-text.tsx';
import { type Invitation, InvitationState, isOpen } from './invitation-state.tsx';
import { OperatorViews } from './operator-views.tsx';
import { RevokeInvitation } from './revoke-invitation.tsx';
import { rolesText } from './roles.tsx';
import { texts } from './texts.ts';

const FILTERS = filtersOf({ open: field.flag(), order: field.oneOf(['EXPIRES_AT', 'EMAIL']) });
const STATES = [
  { value: 'true', label: texts.invitations.open },
  { value: 'false', label: texts.invitations.closed },
];
const ORDERS = [
  { value: 'EXPIRES_AT', label: texts.invitations.byExpiry },
  { value: 'EMAIL', label: texts.invitations.byEmail },
];
const INVITE = '/admin/operators/invitations/new';

/** `/admin/operators/invitations`: invitations and their status. */
export function Screen() {
  const filterState = useFilters(FILTERS);
  const { filters, bind } = filterState;
  const { open, order } = filters;
  const [revoking, setRevoking] = useState<Invitation | null>(null);
  const query = useQueryOf(OperatorInvitationListDocument, {
    filter: { ...(open && { isOpen: open === 'true' }) },
    ...(order && { orderBy: { field: order, direction: 'ASC' } }),
    ...usePage(),
  });
  const names = useActorNames(query.data?.operatorInvitations.nodes.map(({ invitedBy }) => invitedBy) ?? []);
  const columns: readonly Column<Invitation>[] = [
    { title: texts.invitations.email, cell: ({ email }) => <Visible text={email} /> },
    { title: texts.invitations.roles, cell: ({ roles }) => rolesText(roles) },
    { title: texts.invitations.status, cell: (invitation) => <InvitationState invitation={invitation} /> },
    { title: texts.invitations.invitedBy, cell: ({ invitedBy }) => <Actor actor={invitedBy} names={names} /> },
    { title: texts.invitations.created, isMinor: true, cell: ({ createdAt }) => <When at={createdAt} /> },
    {
      title: texts.invitations.actions,
      cell: (invitation) =>
        isOpen(invitation) && (
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => setRevoking(invitation)}
            aria-label={texts.invitations.revokeLabel(invitation.email)}
          >
            {texts.invitations.revoke}
          </Button>
        ),
    },
  ];
  return (
    <ListScreen
      title={texts.invitations.title}
      lead={texts.invitations.lead}
      actions={<ButtonLink to={INVITE}>{texts.invitations.invite}</ButtonLink>}
      intro={<OperatorViews shown="invitations" />}
      filterState={filterState}
      filters={
        <>
          <ChoiceFilter label={texts.invitations.status} {...bind('open')} choices={STATES} />
          <ChoiceFilter label={texts.list.order} any={texts.list.newest} {...bind('order')} choices={ORDERS} />
        </>
      }
      query={query}
      rows={6}
      connectionOf={(data) => data.operatorInvitations}
      emptyText={texts.invitations.empty}
      noMatchText={texts.invitations.noMatch}
      emptyAction={<ButtonLink to={INVITE}>{texts.invitations.invite}</ButtonLink>}
      table={{ caption: texts.invitations.title, columns }}
    >
      {revoking && <RevokeInvitation invitation={revoking} onClose={() => setRevoking(null)} />}
    </ListScreen>
  );
}
