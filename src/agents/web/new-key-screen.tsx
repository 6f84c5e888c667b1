import { IssueAgentKeyDocument } from '../../web/generated/agents/graphql.ts';
import { AllOrChoices } from '../../web/kit/choices.tsx';
import { Detail } from '../../web/kit/detail.tsx';
import { IssueKeyForm } from '../../web/kit/issue-key-form.tsx';
import { useParamsOf } from '../../web/kit/params.ts';
import { PermissionChoices } from '../../web/kit/permission-choices.tsx';
import { isForAgents } from './agent-permissions.tsx';
import { texts } from './texts.ts';

const NOTHING_TYPED = { isForAll: true, scopes: [] as readonly string[] };

/** Screen `/admin/agents/agt_…/new-key`: a form to issue a key for an agent. */
export function Screen() {
  const { agentId } = useParamsOf('/admin/agents/$agentId/new-key');
  const back = `/admin/agents/${agentId}`;
  return (
    <Detail title={texts.key.title} back={back}>
      <IssueKeyForm
        word="key"
        placeholder={texts.key.example}
        initialValues={NOTHING_TYPED}
        isComplete={({ isForAll, scopes }) => isForAll || scopes.length > 0}
        document={IssueAgentKeyDocument}
        variablesFor={({ isForAll, scopes }, common) => ({
          input: { agentId, ...common, scopes: isForAll ? null : [...scopes] },
        })}
        secretOf={({ token }) => token}
        next={() => back}
      >
        {(form) => (
          <AllOrChoices
            legend={texts.key.permissions}
            all={texts.key.all}
            isAll={form.values.isForAll}
            onChange={(isAll) => form.setFieldValue('isForAll', isAll)}
          >
            <PermissionChoices
              among={isForAgents}
              value={form.values.scopes}
              onChange={(scopes) => form.setFieldValue('scopes', scopes)}
            />
          </AllOrChoices>
        )}
      </IssueKeyForm>
    </Detail>
  );
}
