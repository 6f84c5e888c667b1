import { EnablePersonDocument } from '../../web/generated/operators/graphql.ts';
import { announceDataChange } from '../../web/kit/client.ts';
import { ConfirmMutation } from '../../web/kit/confirm-mutation.tsx';
import { visibleString } from '../../web/kit/visible-text.tsx';
import type { Operator } from './operator.ts';
import { rolesText } from './roles.tsx';

/** Asks before somebody is let in again. */
export function EnablePerson({ operator, onClose }: { operator: Operator; onClose(): void }) {
  const name = visibleString(operator.name);
  return (
    <ConfirmMutation
      document={EnablePersonDocument}
      variables={{ input: { operatorId: operator.id, expectedVersion: operator.version } }}
      title={`Enable ${name}?`}
      action="Let them in again"
      isDangerous={false}
      announcement={`${name} is let in again.`}
      // With the roles that they have by now, which are read again.
      onRefused={announceDataChange}
      onClose={onClose}
    >
      <p>
        They can sign in as before, as {rolesText(operator.roles)}. Tokens of theirs that were not revoked work again;
        sessions do not.
      </p>
    </ConfirmMutation>
  );
}
