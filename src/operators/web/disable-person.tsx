import { DisablePersonDocument } from '../../web/generated/operators/graphql.ts';
import { ConfirmMutation } from '../../web/kit/confirm-mutation.tsx';
import { SIGN_IN_PATH } from '../../web/kit/session.ts';
import { visibleString } from '../../web/kit/visible-text.tsx';
import { approves, FourEyesWarning } from './four-eyes-warning.tsx';
import type { Operator } from './operator.ts';
import { texts } from './texts.ts';

/** Dialog that asks the user to confirm that an operator is disabled. */
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
      title={isOneself ? texts.disable.selfTitle : texts.disable.title(name)}
      action={isOneself ? texts.disable.selfAction : texts.disable.action}
      announcement={isOneself ? undefined : texts.disable.done(name)}
      // Operators who disable themselves are sent to the sign-in page, because their session has ended.
      onDone={() => (isOneself ? location.assign(SIGN_IN_PATH) : onClose())}
      onClose={onClose}
    >
      <p>{isOneself ? texts.disable.selfText : texts.disable.text}</p>
      {approves(operator.roles) && <FourEyesWarning without={operator.id} />}
    </ConfirmMutation>
  );
}
