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
import type { WholeSeal } from './seal.ts';

/** What can become of a seal. */
export type Ending = 'REVOKE' | 'SUPERSEDE' | 'ERASE';

type Ended =
  | MutationOutcome<RevokeSealMutation>
  | MutationOutcome<SupersedeSealMutation>
  | MutationOutcome<EraseSealMutation>;

const MAX_REASON_LENGTH = 1_000;

const WORDS: Readonly<Record<Ending, { title: string; action: string; follows: string; done: string }>> = {
  REVOKE: {
    title: 'Revoke this seal?',
    action: 'Revoke the seal',
    follows:
      'Everybody who checks it is told that it is withdrawn, by whom and why. It stands in the log for good: a revoked seal never comes into force again. What was sealed when can still be proven.',
    done: 'The seal is revoked.',
  },
  SUPERSEDE: {
    title: 'Supersede this seal?',
    action: 'Supersede the seal',
    follows:
      'Everybody who checks it is told which newer seal has taken its place, and why. It stands in the log for good.',
    done: 'The seal is superseded.',
  },
  ERASE: {
    title: 'Erase this seal?',
    action: 'Erase the seal for good',
    follows:
      'The statement is deleted, and everything by which its entry in the log could be opened: nothing is found by its id any more. The entry stays and tells nobody anything. Whoever has the files of the seal keeps them.',
    done: 'The seal is erased.',
  },
};

/** Asks for the reason, and does it. What follows cannot be taken back. */
export function EndSeal({
  seal,
  ending,
  onClose,
  onErased,
}: {
  seal: WholeSeal;
  ending: Ending;
  onClose(): void;
  /** Called with the index of the seal's entry in the log. */
  onErased(logIndex: number): void;
}) {
  const [reason, setReason] = useState('');
  const [bySealId, setBySealId] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [outcome, setOutcome] = useState<Ended | null>(null);
  // Anonymous owners do the same with the token that came with their seal.
  const [revoke, isRevoking] = useMutationOf(RevokeSealDocument, { needsSession: true });
  const [supersede, isSuperseding] = useMutationOf(SupersedeSealDocument, { needsSession: true });
  const [erase, isErasing] = useMutationOf(EraseSealDocument, { needsSession: true });
  const { title, action, follows, done } = WORDS[ending];
  const isIncomplete = reason.trim() === '' || (ending === 'SUPERSEDE' && bySealId.trim() === '');

  const send = async () => {
    const input = { sealId: seal.id, reason: reason.trim() };
    if (ending === 'REVOKE') return revoke({ input });
    if (ending === 'SUPERSEDE') return supersede({ input: { ...input, bySealId: bySealId.trim() } });
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
      action={action}
      isDangerous
      isUnderWay={isRevoking || isSuperseding || isErasing}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>{follows}</p>
      <div className="form">
        {ending === 'SUPERSEDE' && (
          <TextInput
            label="The seal that takes its place"
            placeholder="seal_…"
            data-autofocus
            maxLength={100}
            value={bySealId}
            error={isMissing && bySealId.trim() === '' ? 'Give the id of the newer seal.' : undefined}
            onChange={(event) => setBySealId(event.currentTarget.value)}
          />
        )}
        <Textarea
          label="Reason, kept in the history"
          description="It is part of the signed statement. Everybody who checks the seal can read it."
          required
          withAsterisk={false}
          rows={3}
          data-autofocus={ending !== 'SUPERSEDE' || undefined}
          maxLength={MAX_REASON_LENGTH}
          value={reason}
          error={isMissing && reason.trim() === '' ? 'Give a reason.' : undefined}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </div>
      <OutcomeNotice outcome={outcome} />
    </Confirm>
  );
}
