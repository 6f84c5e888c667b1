import { RevokeAgentKeyDocument, RotateAgentKeyDocument } from '../../web/generated/agents/graphql.ts';
import { ButtonLink } from '../../web/kit/button-link.tsx';
import { KeyTable } from '../../web/kit/key-table.tsx';
import { Section } from '../../web/kit/page.tsx';
import { PermissionList } from '../../web/kit/permission-choices.tsx';
import { Empty } from '../../web/kit/states.tsx';
import { useMay, useViewer } from '../../web/kit/viewer.ts';
import type { Agent } from './agent.ts';
import { texts } from './texts.ts';

/** Lists an agent's valid keys, and keys that ended recently. */
export function AgentKeys({ agent }: { agent: Agent }) {
  const mayIssue = useMayIssue(agent);
  const button = mayIssue && <ButtonLink to={`/admin/agents/${agent.id}/new-key`}>{texts.keys.create}</ButtonLink>;
  return (
    <Section title={texts.keys.title} actions={agent.keys.length > 0 && button}>
      {agent.keys.length === 0 ? (
        <Empty action={button}>{texts.keys.empty}</Empty>
      ) : (
        <KeyTable
          word="key"
          keys={agent.keys}
          columns={[{ title: texts.keys.permissions, cell: ({ scopes }) => <PermissionList names={scopes} /> }]}
          isInactive={Boolean(agent.disabledAt)}
          mayRotate={mayIssue}
          rotate={{
            document: RotateAgentKeyDocument,
            variablesFor: (agentKeyId, rotation) => ({ input: { agentKeyId, ...rotation } }),
            secretOf: ({ token }) => token,
          }}
          revoke={{
            document: RevokeAgentKeyDocument,
            variablesFor: (agentKeyId) => ({ input: { agentKeyId } }),
          }}
        />
      )}
    </Section>
  );
}

/** True if the user can issue keys for the agent. Keys spend the owner's money, so a customer's agent needs `customers:manage`. */
function useMayIssue({ owner, disabledAt }: Agent): boolean {
  const { actor } = useViewer();
  const may = useMay();
  if (disabledAt) return false;
  return owner === actor || may(owner.startsWith('customer:') ? 'customers:manage' : 'agents:manage');
}
