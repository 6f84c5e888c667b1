import { ResetFactorsDocument } from '../../web/generated/operators/graphql.ts';
import { ConfirmMutation } from '../../web/kit/confirm-mutation.tsx';
import { visibleString } from '../../web/kit/visible-text.tsx';
import type { Operator } from './operator.ts';

/** Asks before what somebody shows besides the password is removed. */
export function ResetFactors({ operator, onClose }: { operator: Operator; onClose(): void }) {
  const name = visibleString(operator.name);
  return (
    <ConfirmMutation
      document={ResetFactorsDocument}
      variables={{ input: { operatorId: operator.id } }}
      title={`Reset the second factors of ${name}?`}
      action="Remove them"
      announcement={`${name} is asked for the password alone from now on.`}
      onClose={onClose}
    >
      <p>
        Passkeys, the app and its recovery codes are removed, and all their sessions end. What they have left is their
        password, or the provider of identities. Be sure that it is they who ask for it.
      </p>
    </ConfirmMutation>
  );
}
