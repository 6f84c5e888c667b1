import { EnablePersonDocument } from '../../web/generated/operators/graphql.ts';
import { announceDataChange } from '../../web/kit/client.ts';
import { ConfirmMutation } from '../../web/kit/confirm-mutation.tsx';
import { visibleString } from '../../web/kit/visible-text.tsx';
import type { Operator } from './operator.ts';
import { rolesText } from './roles.tsx';
import { texts } from './texts.ts';

/** Confirms enabling an operator. */
export function EnablePerson({ operator, onClose }: { operator: Operator; onClose(): void }) {
  const name = visibleString(operator.name);
  return (
    <ConfirmMutation
      document={EnablePersonDocument}
      variables={{ input: { operatorId: operator.id, ifVersion: operator.version } }}
      title={texts.enable.title(name)}
      action={texts.enable.action}
      isDangerous={false}
      announcement={texts.enable.done(name)}
      // Reloads the operator: the request fails if the roles have changed.
      onRefused={announceDataChange}
      onClose={onClose}
    >
      <p>{texts.enable.text(rolesText(operator.roles))}</p>
    </ConfirmMutation>
  );
}
