import { Button, Modal, Textarea } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import {
  ApproveRequestDocument,
  type ApproveRequestMutation,
  RejectRequestDocument,
  type RejectRequestMutation,
  type Verdict,
} from '../../web/generated/approvals/graphql.ts';
import { announce } from '../../web/kit/announce.tsx';
import { isConflict, type MutationOutcome } from '../../web/kit/outcome.ts';
import { Section } from '../../web/kit/page.tsx';
import { OutcomeNotice } from '../../web/kit/states.tsx';
import { Unsaved } from '../../web/kit/unsaved.tsx';
import { useKeys } from '../../web/kit/use-keys.ts';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { Visible } from '../../web/kit/visible-text.tsx';
import { KINDS } from './approval-labels.ts';
import type { ApprovalDetails, ApprovalView } from './approval-view.ts';

const MAX_REASON_LENGTH = 1_000;

type DecisionOutcome = MutationOutcome<ApproveRequestMutation> | MutationOutcome<RejectRequestMutation>;

/** Where somebody approves or rejects what they have read: two buttons, or a and r, and a dialog that names what it is. */
export function DecisionForm({
  approval,
  seen,
  isOld,
  onReload,
}: {
  approval: ApprovalDetails;
  /** What is on the screen. */
  seen: ApprovalView | null;
  /** Whether it is another by now than what is on the screen. */
  isOld: boolean;
  /** Asks for what it is now. */
  onReload(): void;
}) {
  const [isOpen, setOpen] = useState(false);
  // Stays while the dialog goes.
  const [verdict, setVerdict] = useState<Verdict>('APPROVE');
  const [reason, setReason] = useState('');
  const [said, setSaid] = useState<DecisionOutcome | null>(null);
  const [isNeeded, setNeeded] = useState(false);
  const [approve, isApproving] = useMutationOf(ApproveRequestDocument);
  const [reject, isRejecting] = useMutationOf(RejectRequestDocument);

  const { id, obstacle, obstacleMessage, quorum, state } = approval;
  const mayDecide = !obstacle && state === 'PENDING' && !isOld;
  const mayApprove = mayDecide && seen !== null && seen.sections !== null && seen.isWhatItSays;
  const open = (which: Verdict) => {
    setSaid(null);
    setNeeded(false);
    setVerdict(which);
    setOpen(true);
  };
  useKeys({ a: mayApprove && (() => open('APPROVE')), r: mayDecide && (() => open('REJECT')) });
  // It ended, or is another, while somebody was about to decide.
  useEffect(() => {
    if (!mayDecide) setOpen(false);
  }, [mayDecide]);

  // What was said of another version says nothing of this one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something else is on the screen
  useEffect(() => setSaid(null), [seen]);

  const decide = async (event: FormEvent) => {
    event.preventDefault();
    if (isApproving || isRejecting) return;
    const given = reason.trim();
    if (verdict === 'REJECT' && given === '') return setNeeded(true);
    const { sha256, displayHash } = seen ?? { sha256: approval.sha256, displayHash: null };
    const outcome =
      verdict === 'APPROVE'
        ? await approve({ input: { id, sha256, displayHash, reason: given || null } })
        : await reject({ input: { id, sha256, displayHash, reason: given } });
    setSaid(outcome);
    if (outcome.kind === 'DONE') {
      setOpen(false);
      setReason('');
      announce(verdict === 'APPROVE' ? 'You have approved it.' : 'You have rejected it.');
    } else if (outcome.kind === 'PROBLEM' && isConflict(outcome.problem)) {
      // Somebody or something was first: it is looked at anew, and the choice is made again. What was typed is kept.
      setOpen(false);
      onReload();
    }
  };

  if (state !== 'PENDING' && said?.kind !== 'PROBLEM') return null;
  return (
    <Section title="Decision">
      {!isOpen && !isOld && <OutcomeNotice outcome={said} />}
      {state === 'PENDING' && obstacle && (
        <p className="approvals-barred">
          <CodeText text={obstacleMessage ?? ''} />
        </p>
      )}
      {state === 'PENDING' && !obstacle && (
        <>
          <p className="hint">
            {quorum === 1 ? 'One person must approve.' : `${quorum} people must approve.`} One rejection is final. A
            decision can’t be changed. The requester can read your reason.
          </p>
          <div className="approvals-buttons">
            <Button disabled={!mayApprove} onClick={() => open('APPROVE')}>
              Approve…
            </Button>
            <Button variant="default" disabled={!mayDecide} onClick={() => open('REJECT')}>
              Reject…
            </Button>
          </div>
          <p className="hint approvals-keys">
            <kbd>a</kbd> approves, <kbd>r</kbd> rejects. You confirm either in a dialog.
          </p>
        </>
      )}
      <Unsaved when={reason.trim() !== '' && state === 'PENDING'} />
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={verdict === 'REJECT' ? 'Reject this?' : 'Approve this?'}
        size="lg"
        centered
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <form onSubmit={decide}>
          <p className="approvals-named">
            {KINDS[approval.subjectKind]}:{' '}
            <b>
              <Visible text={approval.title} />
            </b>
          </p>
          <p className="hint">
            {verdict === 'REJECT'
              ? 'It is refused for good: nothing of it is handed out, and it would have to be asked for anew.'
              : 'You approve exactly the text that you have before you, and nothing else. Its SHA-256 is '}
            {verdict === 'APPROVE' && <code>{seen?.sha256}</code>}
          </p>
          <Textarea
            label={verdict === 'REJECT' ? 'Reason, kept in the history' : 'Reason, kept in the history (optional)'}
            description="The requester can read it."
            autosize={false}
            rows={3}
            maxLength={MAX_REASON_LENGTH}
            value={reason}
            error={
              isNeeded && reason.trim() === '' ? 'Say why: who asked has to know what to do otherwise.' : undefined
            }
            onChange={(event) => setReason(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) event.currentTarget.form?.requestSubmit();
            }}
            data-autofocus
          />
          <OutcomeNotice outcome={said} />
          <div className="actions">
            <Button type="submit" color={verdict === 'REJECT' ? 'bad' : 'mark'} loading={isApproving || isRejecting}>
              {verdict === 'REJECT' ? 'Reject it' : 'Approve it'}
            </Button>
            <Button variant="default" onClick={() => setOpen(false)}>
              Leave it
            </Button>
          </div>
        </form>
      </Modal>
    </Section>
  );
}

/** Words of the service, in which what is typed stands between backticks. */
function CodeText({ text }: { text: string }) {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part));
}
