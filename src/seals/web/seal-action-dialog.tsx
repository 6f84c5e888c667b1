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

/** Irreversible actions on a seal. */
export type SealAction = 'REVOKE' | 'SUPERSEDE' | 'ERASE';

type SealActionOutcome =
  | MutationOutcome<RevokeSealMutation>
  | MutationOutcome<SupersedeSealMutation>
  | MutationOutcome<EraseSealMutation>;

const MAX_REASON_LENGTH = 1_000;

const TEXTS: Readonly<Record<SealAction, { title: string; button: string; consequence: string; done: string }>> = {
  REVOKE: {
    title: 'Revoke this seal?',
    button: 'Revoke seal',
    consequence:
      'Every later check reports that it is revoked, by whom and why. The log records this permanently: a revoked seal can’t be reinstated. The content and time of sealing can still be proven.',
    done: 'Seal revoked.',
  },
  SUPERSEDE: {
    title: 'Supersede this seal?',
    button: 'Supersede seal',
    consequence: 'Every later check reports which newer seal replaces it, and why. The log records this permanently.',
    done: 'Seal superseded.',
  },
  ERASE: {
    title: 'Erase this seal?',
    button: 'Erase seal permanently',
    consequence:
      'This deletes the statement and the data that links it to its log entry. The seal’s id finds nothing afterwards. The entry stays in the log, but reveals nothing. Copies of the seal’s files that others have saved are not affected.',
    done: 'Seal erased.',
  },
};

/** Asks for a reason, then runs the action. It can’t be undone. */
export function SealActionDialog({
  seal,
  action,
  onClose,
  onErased,
}: {
  seal: FullSeal;
  action: SealAction;
  onClose(): void;
  /** Called with the index of the seal's entry in the log. */
  onErased(logIndex: number): void;
}) {
  const [reason, setReason] = useState('');
  const [bySealId, setBySealId] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [outcome, setOutcome] = useState<SealActionOutcome | null>(null);
  // Anonymous owners use the token that came with their seal instead of a session.
  const [revoke, isRevoking] = useMutationOf(RevokeSealDocument, { needsSession: true });
  const [supersede, isSuperseding] = useMutationOf(SupersedeSealDocument, { needsSession: true });
  const [erase, isErasing] = useMutationOf(EraseSealDocument, { needsSession: true });
  const { title, button, consequence, done } = TEXTS[action];
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
            label="Id of the newer seal"
            placeholder="seal_…"
            data-autofocus
            maxLength={100}
            value={bySealId}
            error={isMissing && bySealId.trim() === '' ? 'Enter the id of the newer seal.' : undefined}
            onChange={(event) => setBySealId(event.currentTarget.value)}
          />
        )}
        <Textarea
          label="Reason"
          description="Part of the signed statement and of the history. Everyone who checks the seal can read it."
          required
          withAsterisk={false}
          rows={3}
          data-autofocus={action !== 'SUPERSEDE' || undefined}
          maxLength={MAX_REASON_LENGTH}
          value={reason}
          error={isMissing && reason.trim() === '' ? 'Enter a reason.' : undefined}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </div>
      <OutcomeNotice outcome={outcome} />
    </Confirm>
  );
}
