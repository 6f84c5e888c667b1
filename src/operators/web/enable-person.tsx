import { EnablePersonDocument } from '../../web/generated/operators/graphql.ts';
import { announceDataChange } from '../../web/kit/client.ts';
import { ConfirmMutation } from '../../web/kit/confirm-mutation.tsx';
import { visibleString } from '../../web/kit/visible-text.tsx';
import type { Operator } from './operator.ts';
import { rolesText } from './roles.tsx';
import { texts } from './texts.ts';

/** Dialog that asks the user to confirm that an operator is enabled. */
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
      // Reloads the operator, because the mutation is refused if the operator has changed since this page was loaded.
      onRefused={announceDataChange}
      onClose={onClose}
    >
      <p>{texts.enable.text(rolesText(operator.roles))}</p>
    </ConfirmMutation>
  );
}
