import { RevokeTokenDocument } from '../../web/generated/operators/graphql.ts';
import { ConfirmMutation } from '../../web/kit/confirm-mutation.tsx';
import { visibleString } from '../../web/kit/visible-text.tsx';
import type { OperatorToken } from './operator.ts';

/** Asks before a token ends for good. */
export function RevokeToken({ token, onClose }: { token: OperatorToken; onClose(): void }) {
  const name = visibleString(token.name);
  return (
    <ConfirmMutation
      document={RevokeTokenDocument}
      variables={{ input: { operatorTokenId: token.id } }}
      title={`Revoke ${name}?`}
      action="Revoke the token"
      told={`${name} is revoked.`}
      onClose={onClose}
    >
      <p>Whatever shows it is refused within a second. A revoked token never works again; another one can be issued.</p>
    </ConfirmMutation>
  );
}
