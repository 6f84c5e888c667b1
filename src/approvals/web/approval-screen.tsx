import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import {
  ApprovalStandsDocument,
  ApprovalToDecideDocument,
  NextWaitingDocument,
} from '../../web/generated/approvals/graphql.ts';
import { announceDataChange } from '../../web/kit/client.ts';
import { PageLink } from '../../web/kit/link.tsx';
import { Page } from '../../web/kit/page.tsx';
import { useParamsOf } from '../../web/kit/params.ts';
import { Empty, LiveNotice, QueryView } from '../../web/kit/states.tsx';
import { useKeys } from '../../web/kit/use-keys.ts';
import { useLive } from '../../web/kit/use-live.ts';
import { usePageVisible } from '../../web/kit/use-page-visible.ts';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { When } from '../../web/kit/values.tsx';
import { useMay, useViewer } from '../../web/kit/viewer.ts';
import { visibleString } from '../../web/kit/visible-text.tsx';
import { ActorLabel } from './actor-label.tsx';
import { isSoon, KINDS, STATE_HINTS, STATES } from './approval-labels.ts';
import { type ApprovalDetails, type ApprovalView, changedSections, hasSameContent, viewOf } from './approval-view.ts';
import { Content } from './content.tsx';
import { DecisionForm } from './decision-form.tsx';
import { Decisions, RequestFacts } from './request-facts.tsx';
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
  const query = useQueryOf(ApprovalToDecideDocument, { id });
  const navigate = useNavigate();
  const back = () => void navigate({ to: PATH, search: true });
  const approval = query.data?.approval;
  const state = approval?.state;
  const live = useLive(
    ApprovalStandsDocument,
    { id },
    ({ approvalChanged }) => {
      if (approvalChanged.state !== state) announceDataChange();
    },
    { pause: state !== 'PENDING' },
  );
  usePageVisible(query.again);
  useKeys({ Escape: back });
  if (!approval) {
    return (
      <Page title="Request for approval">
        <QueryView query={query} rows={10}>
          {() => (
            <Empty action={<PageLink to={PATH}>Show what waits</PageLink>}>
              There is no such request for approval.
            </Empty>
          )}
        </QueryView>
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
            {KINDS[approval.subjectKind]}, asked by <ActorLabel actor={approval.askedBy} seen={approval.asker} />
          </>
        }
      >
        <QueryView query={query}>{() => <ApprovalBody approval={approval} onReload={query.again} />}</QueryView>
        <LiveNotice state={live} />
      </Page>
    </>
  );
}

/**
 * What somebody reads stays as it is while they read it, whatever comes: where it is another by now, they are told and choose
 * to look at that. Only what is on the screen is ever decided.
 */
function ApprovalBody({ approval, onReload }: { approval: ApprovalDetails; onReload(): void }) {
  const now = useMemo(() => viewOf(approval), [approval]);
  const [seen, setSeen] = useState<ApprovalView | null>(now);
  const [changed, setChanged] = useState<readonly string[]>([]);
  const heading = useRef<HTMLDivElement>(null);
  const { actor } = useViewer();
  const isPending = approval.state === 'PENDING';
  const isOld = isPending && seen !== null && now !== null && !hasSameContent(seen, now);
  // Nothing was shown before, or it is over: there is nothing to choose.
  if (seen === null && now !== null) setSeen(now);

  const lookAnew = () => {
    if (!seen || !now) return;
    setChanged(changedSections(seen, now));
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
              What you are shown is another by now: {joinSections(changedSections(seen, now!))}. Nothing was decided.
              Look at it as it is now, and choose then.
            </p>
            <Button size="xs" onClick={lookAnew}>
              Show it as it is now
            </Button>
          </div>
        )}
        {changed.length > 0 && !isOld && isPending && (
          <p className="notice" data-tone="care" role="status">
            This is how it is now. Another than before: {joinSections(changed)}.
          </p>
        )}
        {seen ? <Content seen={seen} isChange={approval.subjectKind === 'CHANGE'} /> : <HiddenContent />}
      </div>
      <aside className="approvals-aside" aria-label="How it stands">
        <ApprovalStatus approval={approval} />
        <DecisionForm approval={approval} seen={seen} isOld={isOld} onReload={onReload} />
        {(hasDecided || !isPending) && <NextApproval after={approval.id} />}
        <Decisions decisions={approval.decisions} />
        <RequestFacts approval={approval} seen={seen} />
      </aside>
    </div>
  );
}

const joinSections = (parts: readonly string[]) => (parts.length === 0 ? 'its terms' : parts.join(', '));

function HiddenContent() {
  return <p className="notice">What is asked for is shown to those who decide it, and you are none of them.</p>;
}

function ApprovalStatus({ approval }: { approval: ApprovalDetails }): ReactNode {
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
      {STATE_HINTS[state] && <span className="hint">{STATE_HINTS[state]}</span>}
    </p>
  );
}

/** What waits besides, for whoever goes through all of it. */
function NextApproval({ after }: { after: string }) {
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
