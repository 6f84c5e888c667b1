import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
import { type ReactNode, useState } from 'react';
import { Confirm } from './confirm.tsx';
import type { Outcome, PayloadOf } from './outcome.ts';
import { OutcomeNotice } from './states.tsx';
import { useMutationOf } from './use-mutation-of.ts';

/** Asks before something is done, does it, and tells why where it was not done. */
export function ConfirmMutation<Data, Variables extends Record<string, unknown>>({
  document,
  variables,
  title,
  action,
  isDangerous = true,
  done,
  refused,
  close,
  children,
}: {
  document: DocumentTypeDecoration<Data, Variables>;
  variables: Variables;
  title: string;
  /** What the button does, e.g. `Revoke the key`. */
  action: string;
  isDangerous?: boolean;
  /** When it was done, with what was answered: says so, and leaves. */
  done(payload: PayloadOf<Data>): void;
  /** When it was not done for a reason that is told in the dialog, e.g. since what it is done to is another by now. */
  refused?(): void;
  close(): void;
  /** What follows from it. */
  children: ReactNode;
}) {
  const [send, isUnderWay] = useMutationOf(document);
  const [outcome, setOutcome] = useState<Outcome<Data> | null>(null);
  const confirm = async () => {
    const sent = await send(variables);
    setOutcome(sent);
    if (sent.kind === 'DONE') done(sent.payload);
    if (sent.kind === 'PROBLEM') refused?.();
  };
  return (
    <Confirm
      isOpen
      title={title}
      action={action}
      isDangerous={isDangerous}
      isUnderWay={isUnderWay}
      confirm={() => void confirm()}
      close={close}
    >
      {children}
      <OutcomeNotice outcome={outcome} />
    </Confirm>
  );
}
