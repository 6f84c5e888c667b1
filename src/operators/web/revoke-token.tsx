import { useState } from 'react';
import { RevokeTokenDocument, type RevokeTokenMutation } from '../../web/generated/operators/graphql.ts';
import { announce } from '../../web/kit/announce.tsx';
import { Confirm } from '../../web/kit/confirm.tsx';
import type { Outcome } from '../../web/kit/outcome.ts';
import { OutcomeNotice } from '../../web/kit/states.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { visibleString } from '../../web/kit/visible-text.tsx';
import type { OperatorToken } from './operator.ts';

/** Asks before a token ends for good. */
export function RevokeToken({ of, close }: { of: OperatorToken; close(): void }) {
  const [revoke, isUnderWay] = useMutationOf(RevokeTokenDocument);
  const [outcome, setOutcome] = useState<Outcome<RevokeTokenMutation> | null>(null);
  const name = visibleString(of.name);
  const confirm = async () => {
    const done = await revoke({ input: { operatorTokenId: of.id } });
    setOutcome(done);
    if (done.kind !== 'DONE') return;
    announce(`${name} is revoked.`);
    close();
  };
  return (
    <Confirm
      isOpen
      title={`Revoke ${name}?`}
      action="Revoke the token"
      isDangerous
      isUnderWay={isUnderWay}
      confirm={() => void confirm()}
      close={close}
    >
      <p>Whatever shows it is refused within a second. A revoked token never works again; another one can be issued.</p>
      <OutcomeNotice outcome={outcome} />
    </Confirm>
  );
}
