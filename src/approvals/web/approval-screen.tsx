import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import {
  ApprovalStandsDocument,
  ApprovalToDecideDocument,
  NextWaitingDocument,
} from '../../web/generated/approvals/graphql.ts';
import { announceChange } from '../../web/kit/client.ts';
import { PageLink } from '../../web/kit/link.tsx';
import { Page } from '../../web/kit/page.tsx';
import { useParamsOf } from '../../web/kit/params.ts';
import { Empty, LiveNotice, Shown } from '../../web/kit/states.tsx';
import { useKeys } from '../../web/kit/use-keys.ts';
import { useLive } from '../../web/kit/use-live.ts';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { useWhenShown } from '../../web/kit/use-when-shown.ts';
import { When } from '../../web/kit/values.tsx';
import { useMay, useViewer } from '../../web/kit/viewer.ts';
import { visibleString } from '../../web/kit/visible-text.tsx';
import { About, Decisions } from './about.tsx';
import { Content } from './content.tsx';
import { changedParts, isSame, type Seen, seenOf, type ToDecide } from './seen.ts';
import { Who } from './who.tsx';
import { Word } from './word.tsx';
import { isSoon, KINDS, STATES, WHAT_STATES_SAY } from './words.ts';
import './approvals.css';

const PATH = '/admin/approvals';
const NOTHING = {};

/** `/admin/approvals/apr_…`: one request, with all that its approver has to see. */
export function Screen() {
  const { approvalId } = useParamsOf('/admin/approvals/$approvalId');
  // What was read of one request is never shown for another.
  return <Request key={approvalId} id={approvalId} />;
}

function Request({ id }: { id: string }) {
  const asked = useQueryOf(ApprovalToDecideDocument, { id });
  const navigate = useNavigate();
  const back = () => void navigate({ to: PATH, search: true });
  const approval = asked.data?.approval;
  const state = approval?.state;
  const live = useLive(
    ApprovalStandsDocument,
    { id },
    ({ approvalChanged }) => {
      if (approvalChanged.state !== state) announceChange();
    },
    { pause: state !== 'PENDING' },
  );
  useWhenShown(asked.again);
  useKeys({ Escape: back });
  if (!approval) {
    return (
      <Page title="Request for approval">
        <Shown asked={asked} rows={10}>
          {() => (
            <Empty action={<PageLink to={PATH}>Show what waits</PageLink>}>
              There is no such request for approval.
            </Empty>
          )}
        </Shown>
      </Page>
    );
  }
  return (
    <>
      <nav className="approvals-back" aria-label="Back">
        <PageLink to={PATH} search="KEEP">
          Approvals
        </PageLink>
      </nav>
      <Page
        title={visibleString(approval.title)}
        lead={
          <>
            {KINDS[approval.subjectKind]}, asked by <Who actor={approval.askedBy} seen={approval.asker} />
          </>
        }
      >
        <Shown asked={asked}>{() => <Decided approval={approval} onReload={asked.again} />}</Shown>
        <LiveNotice state={live} />
      </Page>
    </>
  );
}

/**
 * What somebody reads stays as it is while they read it, whatever comes: where it is another by now, they are told and choose
 * to look at that. Only what is on the screen is ever decided.
 */
function Decided({ approval, onReload }: { approval: ToDecide; onReload(): void }) {
  const now = useMemo(() => seenOf(approval), [approval]);
  const [seen, setSeen] = useState<Seen | null>(now);
  const [changed, setChanged] = useState<readonly string[]>([]);
  const heading = useRef<HTMLDivElement>(null);
  const { actor } = useViewer();
  const isPending = approval.state === 'PENDING';
  const isOld = isPending && seen !== null && now !== null && !isSame(seen, now);
  // Nothing was shown before, or it is over: there is nothing to choose.
  if (seen === null && now !== null) setSeen(now);

  const lookAnew = () => {
    if (!seen || !now) return;
    setChanged(changedParts(seen, now));
    setSeen(now);
    heading.current?.focus();
  };
  const hasDecided = approval.decisions.some(({ decidedBy }) => decidedBy === actor);
  return (
    <div className="approvals-request">
      <div className="approvals-content" ref={heading} tabIndex={-1}>
        {isOld && (
          <div className="notice" data-tone="care" role="alert">
            <p>
              What you are shown is another by now: {listed(changedParts(seen, now!))}. Nothing was decided. Look at it
              as it is now, and choose then.
            </p>
            <Button size="xs" onClick={lookAnew}>
              Show it as it is now
            </Button>
          </div>
        )}
        {changed.length > 0 && !isOld && isPending && (
          <p className="notice" data-tone="care" role="status">
            This is how it is now. Another than before: {listed(changed)}.
          </p>
        )}
        {seen ? <Content seen={seen} isChange={approval.subjectKind === 'CHANGE'} /> : <Withheld />}
      </div>
      <aside className="approvals-aside" aria-label="How it stands">
        <Standing approval={approval} />
        <Word approval={approval} seen={seen} isOld={isOld} onReload={onReload} />
        {(hasDecided || !isPending) && <Next after={approval.id} />}
        <Decisions decisions={approval.decisions} />
        <About approval={approval} seen={seen} />
      </aside>
    </div>
  );
}

const listed = (parts: readonly string[]) => (parts.length === 0 ? 'its terms' : parts.join(', '));

function Withheld() {
  return <p className="notice">What is asked for is shown to those who decide it, and you are none of them.</p>;
}

function Standing({ approval }: { approval: ToDecide }): ReactNode {
  const { state, quorum, decisions, expiresAt, decidedAt } = approval;
  const given = decisions.filter(({ verdict }) => verdict === 'APPROVE').length;
  if (state === 'PENDING') {
    return (
      <p className="approvals-standing">
        <b>
          {given} of {quorum} approved
        </b>
        <span className="approvals-due" data-soon={isSoon(expiresAt) || undefined}>
          ends <When at={expiresAt} ago />, <When at={expiresAt} />
        </span>
      </p>
    );
  }
  return (
    <p className="approvals-standing" role="status">
      <b data-state={state}>{STATES[state]}</b>
      {decidedAt && <When at={decidedAt} />}
      {WHAT_STATES_SAY[state] && <span className="hint">{WHAT_STATES_SAY[state]}</span>}
    </p>
  );
}

/** What waits besides, for whoever goes through all of it. */
function Next({ after }: { after: string }) {
  const decides = useMay()('approvals:decide');
  const navigate = useNavigate();
  const link = useRef<HTMLParagraphElement>(null);
  const { data } = useQueryOf(NextWaitingDocument, NOTHING, { pause: !decides });
  const next = data?.approvalInbox.nodes.find(({ id }) => id !== after);
  useKeys({ j: next && (() => void navigate({ to: `${PATH}/${next.id}`, search: true })) });
  useEffect(() => {
    // The button that had the focus is gone with what it was for.
    if (document.activeElement === document.body) link.current?.focus();
  }, []);
  if (!decides || !data) return null;
  return (
    <p className="approvals-next" ref={link} tabIndex={-1}>
      {next ? (
        <>
          Next:{' '}
          <PageLink to={`${PATH}/${next.id}`} search="KEEP">
            {visibleString(next.title)}
          </PageLink>{' '}
          <span className="hint approvals-keys">
            <kbd>j</kbd>
          </span>
        </>
      ) : (
        'Nothing else waits for you.'
      )}
    </p>
  );
}
