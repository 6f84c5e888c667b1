import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { announce } from './announce.tsx';
import { Confirm } from './confirm.tsx';
import type { MutationOutcome, PayloadOf } from './outcome.ts';
import { OutcomeNotice } from './states.tsx';
import { useMutationOf } from './use-mutation-of.ts';

/**
 * Dialog that asks for confirmation, sends a mutation, and shows why it failed. If the user closes the dialog while the
 * mutation is sent, a success is still announced, but `onDone` isn't called.
 */
export function ConfirmMutation<Data, Variables extends Record<string, unknown>>({
  document,
  variables,
  title,
  action,
  cancel,
  isDangerous = true,
  announcement,
  onDone = () => onClose(),
  onRefused,
  onClose,
  children,
}: {
  document: DocumentTypeDecoration<Data, Variables>;
  variables: NoInfer<Variables>;
  title: string;
  /** Label of the button that sends the mutation, e.g. `Revoke the key`. */
  action: string;
  /** Label of the button that closes the dialog. Default: "Cancel". */
  cancel?: string;
  isDangerous?: boolean;
  /** Announcement after success. */
  announcement?: string | ((payload: PayloadOf<Data>) => string);
  /** Called after success, unless the user has already closed the dialog. Default: `onClose`. */
  onDone?(payload: PayloadOf<Data>): void;
  /** Called when the service returns a problem, which the dialog displays, e.g. because the object has changed. */
  onRefused?(): void;
  onClose(): void;
  /** Text that describes the consequences of the action. */
  children: ReactNode;
}) {
  const [send, isUnderWay] = useMutationOf(document);
  const [outcome, setOutcome] = useState<MutationOutcome<Data> | null>(null);
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  const confirm = async () => {
    const sent = await send(variables);
    setOutcome(sent);
    if (sent.kind === 'PROBLEM') onRefused?.();
    if (sent.kind !== 'DONE') return;
    if (announcement !== undefined)
      announce(typeof announcement === 'string' ? announcement : announcement(sent.payload));
    if (!isLeft.current) onDone(sent.payload);
  };
  return (
    <Confirm
      isOpen
      title={title}
      action={action}
      cancel={cancel}
      isDangerous={isDangerous}
      isUnderWay={isUnderWay}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {children}
      <OutcomeNotice outcome={outcome} />
    </Confirm>
  );
}
