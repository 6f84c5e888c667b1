import { useState } from 'react';
import { ResetFactorsDocument, type ResetFactorsMutation } from '../../web/generated/operators/graphql.ts';
import { announce } from '../../web/kit/announce.tsx';
import { Confirm } from '../../web/kit/confirm.tsx';
import type { Outcome } from '../../web/kit/outcome.ts';
import { OutcomeNotice } from '../../web/kit/states.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { visibleString } from '../../web/kit/visible-text.tsx';
import type { Operator } from './operator.ts';

/** Asks before what somebody shows besides the password is removed. */
export function ResetFactors({ of, close }: { of: Operator; close(): void }) {
  const [reset, isUnderWay] = useMutationOf(ResetFactorsDocument);
  const [outcome, setOutcome] = useState<Outcome<ResetFactorsMutation> | null>(null);
  const name = visibleString(of.name);
  const confirm = async () => {
    const done = await reset({ input: { operatorId: of.id } });
    setOutcome(done);
    if (done.kind !== 'DONE') return;
    announce(`${name} is asked for the password alone from now on.`);
    close();
  };
  return (
    <Confirm
      isOpen
      title={`Reset the second factors of ${name}?`}
      action="Remove them"
      isDangerous
      isUnderWay={isUnderWay}
      confirm={() => void confirm()}
      close={close}
    >
      <p>
        Passkeys, the app and its recovery codes are removed, and all their sessions end. What they have left is their
        password, or the provider of identities. Be sure that it is they who ask for it.
      </p>
      <OutcomeNotice outcome={outcome} />
    </Confirm>
  );
}
