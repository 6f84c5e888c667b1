import { IssueTokenDocument } from '../../web/generated/operators/graphql.ts';
import { IssueKeyForm } from '../../web/kit/issue-key-form.tsx';
import { type NamedPermission, PermissionChoices } from '../../web/kit/permission-choices.tsx';
import { useMay } from '../../web/kit/viewer.ts';
import type { Operator } from './operator.ts';
import { texts } from './texts.ts';

const NOTHING_TYPED = { scopes: [] as readonly string[] };

/**
 * Form to issue an API token.
 * @param props.actsAs operator that the token acts as; default: the user
 */
export function TokenForm({ actsAs, next }: { actsAs?: Operator; next: string }) {
  const may = useMay();
  // A token only gets permissions that both its issuer and the operator it acts as have.
  const among = ({ name: permission, roles }: NamedPermission) =>
    may(permission) && (actsAs === undefined || actsAs.roles.some((role) => roles.includes(role)));
  return (
    <IssueKeyForm
      word="token"
      lead={actsAs ? texts.tokenForm.lead(actsAs.name) : texts.tokenForm.ownLead}
      placeholder={texts.tokenForm.example}
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
          <legend>{texts.tokenForm.permissions}</legend>
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
