import { Button } from '@mantine/core';
import { useState } from 'react';
import {
  EndOwnSessionDocument,
  MySessionListDocument,
  type MySessionListQuery,
  SignOutEverywhereDocument,
} from '../../web/generated/operators/graphql.ts';
import { ConfirmMutation } from '../../web/kit/confirm-mutation.tsx';
import { type Column, DataTable } from '../../web/kit/data-table.tsx';
import { Page } from '../../web/kit/page.tsx';
import { SIGN_IN_PATH } from '../../web/kit/session.ts';
import { Empty, QueryView } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { StatusBadge, When } from '../../web/kit/values.tsx';
import { OperatorViews } from './operator-views.tsx';
import { texts } from './texts.ts';

type Session = MySessionListQuery['mySessions'][number];

/** `/admin/operators/sessions`: the user's own sessions. */
export function Screen() {
  const query = useQueryOf(MySessionListDocument, {});
  const [ending, setEnding] = useState<Session | null>(null);
  const [isEndingAll, setEndingAll] = useState(false);
  const columns: readonly Column<Session>[] = [
    {
      title: texts.sessions.browser,
      cell: ({ browser, isCurrent }) => (
        <>
          {browser} {isCurrent && <StatusBadge>{texts.sessions.current}</StatusBadge>}
        </>
      ),
    },
    {
      title: texts.sessions.signedIn,
      cell: ({ createdAt, address }) => <TimeAndAddress at={createdAt} from={address} />,
    },
    {
      title: texts.sessions.lastUsed,
      cell: ({ lastSeenAt, lastAddress }) => <TimeAndAddress at={lastSeenAt} from={lastAddress} />,
    },
    { title: texts.sessions.expires, isMinor: true, cell: ({ expiresAt }) => <When at={expiresAt} /> },
    {
      title: texts.sessions.actions,
      cell: (session) =>
        session.isCurrent ? (
          <a href="/admin/sign-out">{texts.sessions.signOut}</a>
        ) : (
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => setEnding(session)}
            aria-label={texts.sessions.endLabel(session.browser)}
          >
            {texts.sessions.end}
          </Button>
        ),
    },
  ];
  return (
    <Page
      title={texts.sessions.title}
      lead={texts.sessions.lead(<a href="/admin/account">{texts.sessions.yourAccount}</a>)}
      actions={
        <Button variant="default" onClick={() => setEndingAll(true)}>
          {texts.sessions.signOutEverywhere}
        </Button>
      }
    >
      <OperatorViews shown="sessions" />
      <QueryView query={query} rows={4}>
        {({ mySessions }) =>
          mySessions.length === 0 ? (
            <Empty>{texts.sessions.empty}</Empty>
          ) : (
            <DataTable caption={texts.sessions.caption} rows={mySessions} columns={columns} />
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
      <When at={at} ago /> <span className="hint">{from ? texts.sessions.from(from) : texts.sessions.fromUnknown}</span>
    </>
  );
}

function EndSession({ session, onClose }: { session: Session; onClose(): void }) {
  return (
    <ConfirmMutation
      document={EndOwnSessionDocument}
      variables={{ input: { sessionId: session.id } }}
      title={texts.sessions.endTitle(session.browser)}
      action={texts.sessions.endAction}
      announcement={texts.sessions.ended(session.browser)}
      onClose={onClose}
    >
      <p>{texts.sessions.endText}</p>
    </ConfirmMutation>
  );
}

function SignOutEverywhere({ onClose }: { onClose(): void }) {
  return (
    <ConfirmMutation
      document={SignOutEverywhereDocument}
      variables={{ input: { confirm: true } }}
      title={texts.sessions.everywhereTitle}
      action={texts.sessions.signOutEverywhere}
      // Goes to the sign-in page, because the current session has ended as well.
      onDone={() => location.assign(SIGN_IN_PATH)}
      onClose={onClose}
    >
      <p>{texts.sessions.everywhereText}</p>
    </ConfirmMutation>
  );
}
