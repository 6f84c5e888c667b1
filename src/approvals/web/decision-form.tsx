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
import { ConfirmLeave } from '../../web/kit/confirm-leave.tsx';
import { isConflict, type MutationOutcome } from '../../web/kit/outcome.ts';
import { Section } from '../../web/kit/page.tsx';
import { OutcomeNotice } from '../../web/kit/states.tsx';
import { useKeys } from '../../web/kit/use-keys.ts';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { Visible } from '../../web/kit/visible-text.tsx';
import { KINDS } from './approval-labels.ts';
import type { ApprovalDetails, ApprovalView } from './approval-view.ts';
import { texts } from './texts.ts';

const MAX_REASON_LENGTH = 1_000;

type DecisionOutcome = MutationOutcome<ApproveRequestMutation> | MutationOutcome<RejectRequestMutation>;

/** Buttons and keys (a, r) to approve or reject, with a dialog that confirms the decision. */
export function DecisionForm({
  approval,
  seen,
  isOld,
  onReload,
}: {
  approval: ApprovalDetails;
  /** Displayed content. */
  seen: ApprovalView | null;
  /** True if the displayed content is outdated and can't be decided on. */
  isOld: boolean;
  /** Loads the current content of the request. */
  onReload(): void;
}) {
  const [isOpen, setOpen] = useState(false);
  // The verdict stays set until the dialog has faded out, so that the dialog's text doesn't change while it fades.
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
  // Closes the dialog if the request ended or changed while it was open.
  useEffect(() => {
    if (!mayDecide) setOpen(false);
  }, [mayDecide]);

  // Hides the result of a decision on content that is no longer displayed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the displayed content changes
  useEffect(() => setSaid(null), [seen]);

  const decide = async (event: FormEvent) => {
    event.preventDefault();
    if (isApproving || isRejecting) return;
    const given = reason.trim();
    if (verdict === 'REJECT' && given === '') return setNeeded(true);
    const { sha256, displayHash } = seen ?? { sha256: approval.sha256, displayHash: null };
    const outcome =
      verdict === 'APPROVE'
        ? await approve({ input: { approvalId: id, sha256, displayHash, reason: given || null } })
        : await reject({ input: { approvalId: id, sha256, displayHash, reason: given } });
    setSaid(outcome);
    if (outcome.kind === 'DONE') {
      setOpen(false);
      setReason('');
      announce(verdict === 'APPROVE' ? texts.decision.approved : texts.decision.rejected);
    } else if (outcome.kind === 'PROBLEM' && isConflict(outcome.problem)) {
      // The request changed before this decision, so it is reloaded and the user decides again. The entered reason is kept.
      setOpen(false);
      onReload();
    }
  };

  if (state !== 'PENDING' && said?.kind !== 'PROBLEM') return null;
  return (
    <Section title={texts.decision.title}>
      {!isOpen && !isOld && <OutcomeNotice outcome={said} />}
      {state === 'PENDING' && obstacle && (
        <p className="approvals-barred">
          <CodeText text={obstacleMessage ?? ''} />
        </p>
      )}
      {state === 'PENDING' && !obstacle && (
        <>
          <p className="hint">{texts.decision.hint(quorum)}</p>
          <div className="approvals-buttons">
            <Button disabled={!mayApprove} onClick={() => open('APPROVE')}>
              {texts.decision.approveMenu}
            </Button>
            <Button variant="default" disabled={!mayDecide} onClick={() => open('REJECT')}>
              {texts.decision.rejectMenu}
            </Button>
          </div>
          <p className="hint approvals-keys">{texts.decision.keys(<kbd>a</kbd>, <kbd>r</kbd>)}</p>
        </>
      )}
      <ConfirmLeave when={reason.trim() !== '' && state === 'PENDING'} />
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={verdict === 'REJECT' ? texts.decision.rejectTitle : texts.decision.approveTitle}
        size="lg"
        centered
        closeButtonProps={{ 'aria-label': texts.decision.close }}
      >
        <form onSubmit={decide}>
          <p className="approvals-named">
            {KINDS[approval.subjectKind]}:{' '}
            <b>
              <Visible text={approval.title} />
            </b>
          </p>
          <p className="hint">
            {verdict === 'REJECT' ? texts.decision.rejectText : texts.decision.approveText}
            {verdict === 'APPROVE' && <code>{seen?.sha256}</code>}
          </p>
          <Textarea
            label={verdict === 'REJECT' ? texts.decision.reason : texts.decision.optionalReason}
            description={texts.decision.reasonHint}
            autosize={false}
            rows={3}
            maxLength={MAX_REASON_LENGTH}
            value={reason}
            error={isNeeded && reason.trim() === '' ? texts.decision.reasonMissing : undefined}
            onChange={(event) => setReason(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) event.currentTarget.form?.requestSubmit();
            }}
            data-autofocus
          />
          <OutcomeNotice outcome={said} />
          <div className="actions">
            <Button type="submit" color={verdict === 'REJECT' ? 'bad' : 'mark'} loading={isApproving || isRejecting}>
              {verdict === 'REJECT' ? texts.decision.reject : texts.decision.approve}
            </Button>
            <Button variant="default" onClick={() => setOpen(false)}>
              {texts.decision.cancel}
            </Button>
          </div>
        </form>
      </Modal>
    </Section>
  );
}

/** Shows a message of the service. Text between backticks is formatted as code. */
function CodeText({ text }: { text: string }) {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part));
}
