import { useState } from 'react';
import { DisablePersonDocument, type DisablePersonMutation } from '../../web/generated/operators/graphql.ts';
import { announce } from '../../web/kit/announce.tsx';
import { Confirm } from '../../web/kit/confirm.tsx';
import type { Outcome } from '../../web/kit/outcome.ts';
import { SIGN_IN_PATH } from '../../web/kit/session.ts';
import { OutcomeNotice } from '../../web/kit/states.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { visibleString } from '../../web/kit/visible-text.tsx';
import { approves, FourEyesLeft } from './four-eyes-left.tsx';
import type { Operator } from './operator.ts';

/** Asks before somebody is not let in any more. */
export function DisablePerson({ of, isOneself, close }: { of: Operator; isOneself: boolean; close(): void }) {
  const [disable, isUnderWay] = useMutationOf(DisablePersonDocument);
  const [outcome, setOutcome] = useState<Outcome<DisablePersonMutation> | null>(null);
  const name = visibleString(of.name);
  const confirm = async () => {
    const done = await disable({ input: { operatorId: of.id } });
    setOutcome(done);
    if (done.kind !== 'DONE') return;
    // This session was one of those that have ended.
    if (isOneself) return location.assign(SIGN_IN_PATH);
    announce(`${name} is disabled.`);
    close();
  };
  return (
    <Confirm
      isOpen
      title={isOneself ? 'Disable yourself?' : `Disable ${name}?`}
      action={isOneself ? 'Disable myself' : 'Disable this person'}
      isDangerous
      isUnderWay={isUnderWay}
      confirm={() => void confirm()}
      close={close}
    >
      <p>
        Within a second nothing of {isOneself ? 'yours' : 'theirs'} is let in any more: sessions end, tokens sleep, and
        links that {isOneself ? 'you' : 'they'} have made lead nowhere.{' '}
        {isOneself ? 'Only another ADMIN can enable you again.' : 'An ADMIN can enable them again.'}
      </p>
      {approves(of.roles) && <FourEyesLeft without={of.id} />}
      <OutcomeNotice outcome={outcome} />
    </Confirm>
  );
}
