import { ResetFactorsDocument } from '../../web/generated/operators/graphql.ts';
import { ConfirmMutation } from '../../web/kit/confirm-mutation.tsx';
import { visibleString } from '../../web/kit/visible-text.tsx';
import type { Operator } from './operator.ts';
import { texts } from './texts.ts';

/** Dialog that asks the user to confirm that an operator's second factors are removed. */
export function ResetFactors({ operator, onClose }: { operator: Operator; onClose(): void }) {
  const name = visibleString(operator.name);
  return (
    <ConfirmMutation
      document={ResetFactorsDocument}
      variables={{ input: { operatorId: operator.id } }}
      title={texts.reset.title(name)}
      action={texts.reset.action}
      announcement={texts.reset.done(name)}
      onClose={onClose}
    >
      <p>{texts.reset.text}</p>
    </ConfirmMutation>
  );
}
