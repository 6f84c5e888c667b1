import { useState } from 'react';
import { EnablePersonDocument, type EnablePersonMutation } from '../../web/generated/operators/graphql.ts';
import { announce } from '../../web/kit/announce.tsx';
import { announceChange } from '../../web/kit/client.ts';
import { Confirm } from '../../web/kit/confirm.tsx';
import type { Outcome } from '../../web/kit/outcome.ts';
import { OutcomeNotice } from '../../web/kit/states.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { visibleString } from '../../web/kit/visible-text.tsx';
import type { Operator } from './operator.ts';
import { rolesInWords } from './roles.tsx';

/** Asks before somebody is let in again. */
export function EnablePerson({ of, close }: { of: Operator; close(): void }) {
  const [enable, isUnderWay] = useMutationOf(EnablePersonDocument);
  const [outcome, setOutcome] = useState<Outcome<EnablePersonMutation> | null>(null);
  const name = visibleString(of.name);
  const confirm = async () => {
    const done = await enable({ input: { operatorId: of.id, expectedVersion: of.version } });
    setOutcome(done);
    // With the roles that they have by now, which are read again.
    if (done.kind === 'PROBLEM') announceChange();
    if (done.kind !== 'DONE') return;
    announce(`${name} is let in again.`);
    close();
  };
  return (
    <Confirm
      isOpen
      title={`Enable ${name}?`}
      action="Let them in again"
      isUnderWay={isUnderWay}
      confirm={() => void confirm()}
      close={close}
    >
      <p>
        They can sign in as before, as {rolesInWords(of.roles)}. Tokens of theirs that were not revoked work again;
        sessions do not.
      </p>
      <OutcomeNotice outcome={outcome} />
    </Confirm>
  );
}
