import { Button } from '@mantine/core';
import { useState } from 'react';
import {
  EndOwnSessionDocument,
  MySessionListDocument,
  type MySessionListQuery,
  SignOutOfAllDocument,
} from '../../web/generated/operators/graphql.ts';
import { ConfirmMutation } from '../../web/kit/confirm-mutation.tsx';
import { type Column, DataTable } from '../../web/kit/data-table.tsx';
import { Page } from '../../web/kit/page.tsx';
import { SIGN_IN_PATH } from '../../web/kit/session.ts';
import { Empty, QueryView } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { StatusBadge, When } from '../../web/kit/values.tsx';
import { OperatorViews } from './operator-views.tsx';

type Session = MySessionListQuery['mySessions'][number];

/** `/admin/operators/sessions`: where one has signed in oneself. */
export function Screen() {
  const query = useQueryOf(MySessionListDocument, {});
  const [ending, setEnding] = useState<Session | null>(null);
  const [isEndingAll, setEndingAll] = useState(false);
  const columns: readonly Column<Session>[] = [
    {
      title: 'Browser',
      cell: ({ browser, isCurrent }) => (
        <>
          {browser}&ensp;{isCurrent && <StatusBadge>This one</StatusBadge>}
        </>
      ),
    },
    { title: 'Signed in', cell: ({ createdAt, address }) => <TimeAndAddress at={createdAt} from={address} /> },
    {
      title: 'Last used',
      cell: ({ lastSeenAt, lastAddress }) => <TimeAndAddress at={lastSeenAt} from={lastAddress} />,
    },
    { title: 'Ends by itself', isMinor: true, cell: ({ expiresAt }) => <When at={expiresAt} /> },
    {
      title: 'Actions',
      cell: (session) =>
        session.isCurrent ? (
          <a href="/admin/sign-out">Sign out</a>
        ) : (
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => setEnding(session)}
            aria-label={`End the session of ${session.browser}`}
          >
            End
          </Button>
        ),
    },
  ];
  return (
    <Page
      title="My sessions"
      lead={
        <>
          Where you have signed in. Your password, passkeys and codes are on the page of{' '}
          <a href="/admin/account">your account</a>.
        </>
      }
      actions={
        <Button variant="default" onClick={() => setEndingAll(true)}>
          Sign out everywhere
        </Button>
      }
    >
      <OperatorViews shown="My sessions" />
      <QueryView query={query} rows={4}>
        {({ mySessions }) =>
          mySessions.length === 0 ? (
            <Empty>You have signed in nowhere.</Empty>
          ) : (
            <DataTable caption="Where you have signed in" rows={mySessions} columns={columns} />
          )
        }
      </QueryView>
      {ending && <EndSession session={ending} onClose={() => setEnding(null)} />}
      {isEndingAll && <SignOutEverywhere onClose={() => setEndingAll(false)} />}
    </Page>
  );
}

function TimeAndAddress({ at, from }: { at: string; from?: string | null }) {
  return (
    <>
      <When at={at} ago /> <span className="hint">{from ? `from ${from}` : 'from where is unknown'}</span>
    </>
  );
}

function EndSession({ session, onClose }: { session: Session; onClose(): void }) {
  return (
    <ConfirmMutation
      document={EndOwnSessionDocument}
      variables={{ input: { sessionId: session.id } }}
      title={`End the session of ${session.browser}?`}
      action="End the session"
      announcement={`The session of ${session.browser} has ended.`}
      onClose={onClose}
    >
      <p>Whoever uses that browser has to sign in again. If it was not you, take another password, too.</p>
    </ConfirmMutation>
  );
}

function SignOutEverywhere({ onClose }: { onClose(): void }) {
  return (
    <ConfirmMutation
      document={SignOutOfAllDocument}
      variables={{ input: { isMeant: true } }}
      title="Sign out everywhere?"
      action="Sign out everywhere"
      // This session was one of them.
      onDone={() => location.assign(SIGN_IN_PATH)}
      onClose={onClose}
    >
      <p>All your sessions end, this one as well. Tokens go on: revoke those that you do not know.</p>
    </ConfirmMutation>
  );
}
