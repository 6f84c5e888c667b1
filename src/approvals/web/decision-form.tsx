import { Button, Modal, Textarea } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import type { Verdict } from '../../web/generated/approvals/graphql.ts';
import { announce } from '../../web/kit/announce.tsx';
import { ConfirmLeave } from '../../web/kit/confirm-leave.tsx';
import { isConflict } from '../../web/kit/outcome.ts';
import { Section } from '../../web/kit/page.tsx';
import { OutcomeNotice } from '../../web/kit/states.tsx';
import { useKeys } from '../../web/kit/use-keys.ts';
import { Visible } from '../../web/kit/visible-text.tsx';
import { KINDS } from './approval-labels.ts';
import type { ApprovalDetails, ApprovalView } from './approval-view.ts';
import type { PasskeyFault } from './sign-decision.ts';
import { texts } from './texts.ts';
import { type DecisionOutcome, useDecision } from './use-decision.ts';

const MAX_REASON_LENGTH = 1_000;

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
  const { decide, isBusy, isSigning, stopSigning } = useDecision();

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

  // Closes the browser’s dialog together with this one.
  useEffect(() => {
    if (!isOpen) stopSigning();
  }, [isOpen, stopSigning]);

  // Hides the result of a decision on content that is no longer displayed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the displayed content changes
  useEffect(() => setSaid(null), [seen]);

  const submit = async ({ withPasskey }: { withPasskey: boolean }) => {
    if (isBusy) return;
    const given = reason.trim();
    if (verdict === 'REJECT' && given === '') return setNeeded(true);
    const { sha256, displayHash } = seen ?? { sha256: approval.sha256, displayHash: null };
    setSaid(null);
    const outcome = await decide({ approvalId: id, verdict, sha256, displayHash }, { reason: given, withPasskey });
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
      {!isOpen && !isOld && said?.kind !== 'UNSIGNED' && <OutcomeNotice outcome={said} />}
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
        <form
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            void submit({ withPasskey: true });
          }}
        >
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
          <p className="hint" role="status">
            {isSigning ? texts.passkey.asking : ''}
          </p>
          {said?.kind === 'UNSIGNED' ? (
            <UnsignedNotice
              fault={said.fault}
              onDecide={said.isRequired ? undefined : () => void submit({ withPasskey: false })}
            />
          ) : (
            <OutcomeNotice outcome={said} />
          )}
          <div className="actions">
            <Button type="submit" color={verdict === 'REJECT' ? 'bad' : 'mark'} loading={isBusy}>
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

/** Says why the passkey wasn’t used. `onDecide`: decides without it, if that is allowed. */
function UnsignedNotice({ fault, onDecide }: { fault: PasskeyFault; onDecide: (() => void) | undefined }) {
  return (
    <div className="notice" data-tone="care" role="alert">
      <p>{texts.passkey.faults[fault]}</p>
      {onDecide ? (
        <Button variant="default" size="xs" onClick={onDecide}>
          {texts.passkey.decideWithout}
        </Button>
      ) : (
        <p className="hint">
          {texts.passkey.lost(<a href="/admin/account/second-factors">{texts.passkey.account}</a>)}
        </p>
      )}
    </div>
  );
}

/** Shows a message of the service. Text between backticks is formatted as code. */
function CodeText({ text }: { text: string }) {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part));
}
