import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { announce } from './announce.tsx';
import { Confirm } from './confirm.tsx';
import type { Outcome, PayloadOf } from './outcome.ts';
import { OutcomeNotice } from './states.tsx';
import { useMutationOf } from './use-mutation-of.ts';

/**
 * Asks before something is done, does it, and tells why where it was not done. Who leaves the question while it is being done
 * is told that it was, and stays where they have gone to.
 */
export function ConfirmMutation<Data, Variables extends Record<string, unknown>>({
  document,
  variables,
  title,
  action,
  isDangerous = true,
  told,
  onDone = () => onClose(),
  onRefused,
  onClose,
  children,
}: {
  document: DocumentTypeDecoration<Data, Variables>;
  variables: Variables;
  title: string;
  /** What the button does, e.g. `Revoke the key`. */
  action: string;
  isDangerous?: boolean;
  /** What is told when it was done. */
  told?: string | ((payload: PayloadOf<Data>) => string);
  /** What comes after it was done; left out, the question is closed. */
  onDone?(payload: PayloadOf<Data>): void;
  /** When it was not done for a reason that is told in the dialog, e.g. since what it is done to is another by now. */
  onRefused?(): void;
  onClose(): void;
  /** What follows from it. */
  children: ReactNode;
}) {
  const [send, isUnderWay] = useMutationOf(document);
  const [outcome, setOutcome] = useState<Outcome<Data> | null>(null);
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
    if (told !== undefined) announce(typeof told === 'string' ? told : told(sent.payload));
    if (!isLeft.current) onDone(sent.payload);
  };
  return (
    <Confirm
      isOpen
      title={title}
      action={action}
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
