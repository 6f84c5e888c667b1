import { IssueTokenDocument } from '../../web/generated/operators/graphql.ts';
import { IssueKeyForm } from '../../web/kit/issue-key-form.tsx';
import { type NamedPermission, PermissionChoices } from '../../web/kit/permission-choices.tsx';
import { useMay } from '../../web/kit/viewer.ts';
import type { Operator } from './operator.ts';

const NOTHING_TYPED = { scopes: [] as readonly string[] };

/** Issues a token. @param props.actsAs the operator that it acts as. Default: the one who issues it. */
export function TokenForm({ actsAs, next }: { actsAs?: Operator; next: string }) {
  const may = useMay();
  // A token has only permissions that both the one who issues it and the one it acts as have.
  const among = ({ name: permission, roles }: NamedPermission) =>
    may(permission) && (actsAs === undefined || actsAs.roles.some((role) => roles.includes(role)));
  return (
    <IssueKeyForm
      word="token"
      lead={
        actsAs
          ? `A program with this token acts as ${actsAs.name}. It has the permissions chosen here, as long as ${actsAs.name} has them.`
          : 'A program with this token acts as you. It has the permissions chosen here, as long as you have them.'
      }
      placeholder="The nightly report"
      initialValues={NOTHING_TYPED}
      isComplete={({ scopes }) => scopes.length > 0}
      document={IssueTokenDocument}
      variablesFor={({ scopes }, common) => ({
        input: { operatorId: actsAs?.id ?? null, ...common, scopes: [...scopes] },
      })}
      secretOf={({ token }) => token}
      next={() => next}
    >
      {(form) => (
        <fieldset>
          <legend>Permissions</legend>
          <PermissionChoices
            among={among}
            value={form.values.scopes}
            onChange={(scopes) => form.setFieldValue('scopes', scopes)}
          />
        </fieldset>
      )}
    </IssueKeyForm>
  );
}
