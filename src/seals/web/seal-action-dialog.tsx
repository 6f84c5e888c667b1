import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import {
  EraseSealDocument,
  type EraseSealMutation,
  RevokeSealDocument,
  type RevokeSealMutation,
  SupersedeSealDocument,
  type SupersedeSealMutation,
} from '../../web/generated/seals/graphql.ts';
import { announce } from '../../web/kit/announce.tsx';
import { Confirm } from '../../web/kit/confirm.tsx';
import type { MutationOutcome } from '../../web/kit/outcome.ts';
import { OutcomeNotice } from '../../web/kit/states.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import type { FullSeal } from './seal.ts';
import { texts } from './texts.ts';

/** Irreversible actions on a seal. */
export type SealAction = 'REVOKE' | 'SUPERSEDE' | 'ERASE';

type SealActionOutcome =
  | MutationOutcome<RevokeSealMutation>
  | MutationOutcome<SupersedeSealMutation>
  | MutationOutcome<EraseSealMutation>;

const MAX_REASON_LENGTH = 1_000;

/** Asks for a reason, then performs an irreversible action on a seal. */
export function SealActionDialog({
  seal,
  action,
  onClose,
  onErased,
}: {
  seal: FullSeal;
  action: SealAction;
  onClose(): void;
  /** Called after the seal was erased, with the index of its entry in the log. */
  onErased(logIndex: number): void;
}) {
  const [reason, setReason] = useState('');
  const [bySealId, setBySealId] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [outcome, setOutcome] = useState<SealActionOutcome | null>(null);
  // On this screen the mutations need a session. Owners without an account call them with the token that came with their seal.
  const [revoke, isRevoking] = useMutationOf(RevokeSealDocument, { needsSession: true });
  const [supersede, isSuperseding] = useMutationOf(SupersedeSealDocument, { needsSession: true });
  const [erase, isErasing] = useMutationOf(EraseSealDocument, { needsSession: true });
  const { title, button, consequence, done } = texts.actions[action];
  const isIncomplete = reason.trim() === '' || (action === 'SUPERSEDE' && bySealId.trim() === '');

  const send = async () => {
    const input = { sealId: seal.id, reason: reason.trim() };
    if (action === 'REVOKE') return revoke({ input });
    if (action === 'SUPERSEDE') return supersede({ input: { ...input, bySealId: bySealId.trim() } });
    const result = await erase({ input });
    if (result.kind === 'DONE') onErased(result.payload.logIndex);
    return result;
  };
  const confirm = async () => {
    setMissing(isIncomplete);
    if (isIncomplete) return;
    const result = await send();
    setOutcome(result);
    if (result.kind !== 'DONE') return;
    announce(done);
    onClose();
  };
  return (
    <Confirm
      isOpen
      title={title}
      action={button}
      isDangerous
      isUnderWay={isRevoking || isSuperseding || isErasing}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>{consequence}</p>
      <div className="form">
        {action === 'SUPERSEDE' && (
          <TextInput
            label={texts.actionDialog.newerSeal}
            placeholder={texts.actionDialog.sealExample}
            data-autofocus
            maxLength={100}
            value={bySealId}
            error={isMissing && bySealId.trim() === '' ? texts.actionDialog.newerSealMissing : undefined}
            onChange={(event) => setBySealId(event.currentTarget.value)}
          />
        )}
        <Textarea
          label={texts.actionDialog.reason}
          description={texts.actionDialog.reasonHint}
          required
          withAsterisk={false}
          rows={3}
          data-autofocus={action !== 'SUPERSEDE' || undefined}
          maxLength={MAX_REASON_LENGTH}
          value={reason}
          error={isMissing && reason.trim() === '' ? texts.actionDialog.reasonMissing : undefined}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </div>
      <OutcomeNotice outcome={outcome} />
    </Confirm>
  );
}
