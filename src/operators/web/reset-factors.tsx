import { ResetFactorsDocument } from '../../web/generated/operators/graphql.ts';
import { ConfirmMutation } from '../../web/kit/confirm-mutation.tsx';
import { visibleString } from '../../web/kit/visible-text.tsx';
import type { Operator } from './operator.ts';

/** Asks before what somebody shows besides the password is removed. */
export function ResetFactors({ of, close }: { of: Operator; close(): void }) {
  const name = visibleString(of.name);
  return (
    <ConfirmMutation
      document={ResetFactorsDocument}
      variables={{ input: { operatorId: of.id } }}
      title={`Reset the second factors of ${name}?`}
      action="Remove them"
      told={`${name} is asked for the password alone from now on.`}
      close={close}
    >
      <p>
        Passkeys, the app and its recovery codes are removed, and all their sessions end. What they have left is their
        password, or the provider of identities. Be sure that it is they who ask for it.
      </p>
    </ConfirmMutation>
  );
}
