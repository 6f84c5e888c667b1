import { DisablePersonDocument } from '../../web/generated/operators/graphql.ts';
import { ConfirmMutation } from '../../web/kit/confirm-mutation.tsx';
import { SIGN_IN_PATH } from '../../web/kit/session.ts';
import { visibleString } from '../../web/kit/visible-text.tsx';
import { approves, FourEyesWarning } from './four-eyes-warning.tsx';
import type { Operator } from './operator.ts';

/** Asks before somebody is not let in any more. */
export function DisablePerson({
  operator,
  isOneself,
  onClose,
}: {
  operator: Operator;
  isOneself: boolean;
  onClose(): void;
}) {
  const name = visibleString(operator.name);
  return (
    <ConfirmMutation
      document={DisablePersonDocument}
      variables={{ input: { operatorId: operator.id } }}
      title={isOneself ? 'Disable yourself?' : `Disable ${name}?`}
      action={isOneself ? 'Disable myself' : 'Disable this person'}
      announcement={isOneself ? undefined : `${name} is disabled.`}
      // This session was one of those that have ended.
      onDone={() => (isOneself ? location.assign(SIGN_IN_PATH) : onClose())}
      onClose={onClose}
    >
      <p>
        Within a second nothing of {isOneself ? 'yours' : 'theirs'} is let in any more: sessions end, tokens sleep, and
        links that {isOneself ? 'you' : 'they'} have made lead nowhere.{' '}
        {isOneself ? 'Only another ADMIN can enable you again.' : 'An ADMIN can enable them again.'}
      </p>
      {approves(operator.roles) && <FourEyesWarning without={operator.id} />}
    </ConfirmMutation>
  );
}
