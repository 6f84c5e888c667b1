import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import {
  ApprovalChangedDocument,
  ApprovalToDecideDocument,
  NextApprovalDocument,
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
import { texts } from './texts.ts';

const PATH = '/admin/approvals';
const NOTHING = {};

/** Screen `/admin/approvals/apr_…`: one request, with everything that its approver must see. */
export function Screen() {
  const { approvalId } = useParamsOf('/admin/approvals/$approvalId');
  // A React key per request, so that the content of one request is never shown for another.
  return <Request key={approvalId} id={approvalId} />;
}

function Request({ id }: { id: string }) {
  const query = useQueryOf(ApprovalToDecideDocument, { id });
  const navigate = useNavigate();
  const back = () => void navigate({ to: PATH, search: true });
  const approval = query.data?.approval;
  const state = approval?.state;
  const live = useLive(
    ApprovalChangedDocument,
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
      <Page title={texts.request.title}>
        <QueryView query={query} rows={10}>
          {() => (
            <Empty action={<PageLink to={PATH}>{texts.request.showPending}</PageLink>}>{texts.request.notFound}</Empty>
          )}
        </QueryView>
      </Page>
    );
  }
  return (
    <>
      <nav className="approvals-back" aria-label={texts.request.back}>
        <PageLink to={PATH} search="KEEP">
          {texts.list.title}
        </PageLink>
      </nav>
      <Page
        title={visibleString(approval.title)}
        lead={texts.request.lead(
          KINDS[approval.subjectKind],
          <ActorLabel actor={approval.requestedBy} seen={approval.requester} />,
        )}
      >
        <QueryView query={query}>{() => <ApprovalBody approval={approval} onReload={query.again} />}</QueryView>
        <LiveNotice state={live} />
      </Page>
    </>
  );
}

/**
 * Content of a request. The displayed content stays while the user reads it; if it has changed on the server, a notice offers
 * to load the new content. A decision applies to the displayed content.
 */
function ApprovalBody({ approval, onReload }: { approval: ApprovalDetails; onReload(): void }) {
  const now = useMemo(() => viewOf(approval), [approval]);
  const [seen, setSeen] = useState<ApprovalView | null>(now);
  const [changed, setChanged] = useState<readonly string[]>([]);
  const heading = useRef<HTMLDivElement>(null);
  const { actor } = useViewer();
  const isPending = approval.state === 'PENDING';
  const isOld = isPending && seen !== null && now !== null && !hasSameContent(seen, now);
  // The first content that is loaded is displayed; later content is compared with it.
  if (seen === null && now !== null) setSeen(now);

  const reload = () => {
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
            <p>{texts.request.changed(joinSections(changedSections(seen, now!)))}</p>
            <Button size="xs" onClick={reload}>
              {texts.request.showCurrent}
            </Button>
          </div>
        )}
        {changed.length > 0 && !isOld && isPending && (
          <p className="notice" data-tone="care" role="status">
            {texts.request.changedSections(joinSections(changed))}
          </p>
        )}
        {seen ? <Content seen={seen} isChange={approval.subjectKind === 'CHANGE'} /> : <HiddenContent />}
      </div>
      <aside className="approvals-aside" aria-label={texts.request.status}>
        <ApprovalStatus approval={approval} />
        <DecisionForm approval={approval} seen={seen} isOld={isOld} onReload={onReload} />
        {(hasDecided || !isPending) && <NextApproval after={approval.id} />}
        <Decisions decisions={approval.decisions} />
        <RequestFacts approval={approval} seen={seen} />
      </aside>
    </div>
  );
}

const joinSections = (parts: readonly string[]) => (parts.length === 0 ? texts.request.terms : parts.join(', '));

function HiddenContent() {
  return <p className="notice">{texts.request.hidden}</p>;
}

function ApprovalStatus({ approval }: { approval: ApprovalDetails }): ReactNode {
  const { state, quorum, decisions, expiresAt, decidedAt } = approval;
  const given = decisions.filter(({ verdict }) => verdict === 'APPROVE').length;
  if (state === 'PENDING') {
    return (
      <p className="approvals-standing">
        <b>{texts.request.progress(given, quorum)}</b>
        <span className="approvals-due" data-soon={isSoon(expiresAt) || undefined}>
          {texts.request.ends(<When at={expiresAt} ago />, <When at={expiresAt} />)}
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

/** Link to the next approval that waits for the user, or a sentence that none is left. */
function NextApproval({ after }: { after: string }) {
  const decides = useMay()('approvals:decide');
  const navigate = useNavigate();
  const link = useRef<HTMLParagraphElement>(null);
  const { data } = useQueryOf(NextApprovalDocument, NOTHING, { pause: !decides });
  const next = data?.approvalInbox.nodes.find(({ id }) => id !== after);
  useKeys({ j: next && (() => void navigate({ to: `${PATH}/${next.id}`, search: true })) });
  useEffect(() => {
    // Moves the keyboard focus to the link, because the focused button was removed after the decision.
    if (document.activeElement === document.body) link.current?.focus();
  }, []);
  if (!decides || !data) return null;
  return (
    <p className="approvals-next" ref={link} tabIndex={-1}>
      {next ? (
        <>
          {texts.request.next}{' '}
          <PageLink to={`${PATH}/${next.id}`} search="KEEP">
            {visibleString(next.title)}
          </PageLink>{' '}
          <span className="hint approvals-keys">
            <kbd>j</kbd>
          </span>
        </>
      ) : (
        texts.request.noneLeft
      )}
    </p>
  );
}
