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

const FILTERS = filtersOf({ open: field.flag(), order: field.oneOf(['EXPIRES_AT', 'EMAIL']) });
const STATES = [
  { value: 'true', label: 'Open' },
  { value: 'false', label: 'Accepted or over' },
];
const ORDERS = [
  { value: 'EXPIRES_AT', label: 'Soonest over' },
  { value: 'EMAIL', label: 'By address' },
];
const INVITE = '/admin/operators/invitations/new';

/** `/admin/operators/invitations`: who was asked to come, and what became of it. */
export function Screen() {
  const filterState = useFilters(FILTERS);
  const { filters, bind } = filterState;
  const { open, order } = filters;
  const [withdrawing, setWithdrawing] = useState<Invitation | null>(null);
  const query = useQueryOf(OperatorInvitationListDocument, {
    filter: { ...(open && { isOpen: open === 'true' }) },
    ...(order && { orderBy: { field: order, direction: 'ASC' } }),
    ...usePage(),
  });
  const names = useActorNames(query.data?.operatorInvitations.nodes.map(({ invitedBy }) => invitedBy) ?? []);
  const columns: readonly Column<Invitation>[] = [
    { title: 'For', cell: ({ email }) => <Visible text={email} /> },
    { title: 'Roles', cell: ({ roles }) => rolesText(roles) },
    { title: 'State', cell: (invitation) => <InvitationState invitation={invitation} /> },
    { title: 'Invited by', cell: ({ invitedBy }) => <Actor actor={invitedBy} names={names} /> },
    { title: 'Made', isMinor: true, cell: ({ createdAt }) => <When at={createdAt} /> },
    {
      title: 'Actions',
      cell: (invitation) =>
        isOpen(invitation) && (
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => setWithdrawing(invitation)}
            aria-label={`Withdraw the invitation of ${invitation.email}`}
          >
            Withdraw
          </Button>
        ),
    },
  ];
  return (
    <ListScreen
      title="Invitations"
      lead="Links by which somebody becomes one of the people who run the service."
      actions={<ButtonLink to={INVITE}>Invite somebody</ButtonLink>}
      intro={<OperatorViews shown="Invitations" />}
      filterState={filterState}
      filters={
        <>
          <ChoiceFilter label="State" {...bind('open')} choices={STATES} />
          <ChoiceFilter label="Order" any="Newest first" {...bind('order')} choices={ORDERS} />
        </>
      }
      query={query}
      rows={6}
      connectionOf={(data) => data.operatorInvitations}
      emptyText="Nobody is invited."
      noMatchText="No invitation fits these filters."
      emptyAction={<ButtonLink to={INVITE}>Invite somebody</ButtonLink>}
      table={{ caption: 'Invitations', columns }}
    >
      {withdrawing && <RevokeInvitation invitation={withdrawing} onClose={() => setWithdrawing(null)} />}
    </ListScreen>
  );
}
