import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
import { type ReactNode, useState } from 'react';
import { Confirm } from './confirm.tsx';
import type { Outcome } from './outcome.ts';
import { OutcomeNotice } from './states.tsx';
import { useMutationOf } from './use-mutation-of.ts';

/** Asks before something that cannot be taken back, does it, and tells why where it was not done. */
export function ConfirmMutation<Data, Variables extends Record<string, unknown>>({
  document,
  variables,
  title,
  action,
  done,
  close,
  children,
}: {
  document: DocumentTypeDecoration<Data, Variables>;
  variables: Variables;
  title: string;
  /** What the button does, e.g. `Revoke the key`. */
  action: string;
  /** When it was done: says so, and leaves. */
  done(): void;
  close(): void;
  /** What follows from it. */
  children: ReactNode;
}) {
  const [send, isUnderWay] = useMutationOf(document);
  const [outcome, setOutcome] = useState<Outcome<Data> | null>(null);
  const confirm = async () => {
    const sent = await send(variables);
    setOutcome(sent);
    if (sent.kind === 'DONE') done();
  };
  return (
    <Confirm
      isOpen
      title={title}
      action={action}
      isDangerous
      isUnderWay={isUnderWay}
      confirm={() => void confirm()}
      close={close}
    >
      {children}
      <OutcomeNotice outcome={outcome} />
    </Confirm>
  );
}
