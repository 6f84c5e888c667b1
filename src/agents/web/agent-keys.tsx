import { RevokeAgentKeyDocument, RotateAgentKeyDocument } from '../../web/generated/agents/graphql.ts';
import { ButtonLink } from '../../web/kit/button-link.tsx';
import { KeyTable } from '../../web/kit/key-table.tsx';
import { Section } from '../../web/kit/page.tsx';
import { PermissionList } from '../../web/kit/permission-choices.tsx';
import { Empty } from '../../web/kit/states.tsx';
import { useMay, useViewer } from '../../web/kit/viewer.ts';
import type { Agent } from './agent.ts';

/** Working keys, and those that ended lately. */
export function AgentKeys({ agent }: { agent: Agent }) {
  const mayIssue = useMayIssue(agent);
  const button = mayIssue && <ButtonLink to={`/admin/agents/${agent.id}/new-key`}>Issue a key</ButtonLink>;
  return (
    <Section title="Keys" actions={agent.keys.length > 0 && button}>
      {agent.keys.length === 0 ? (
        <Empty action={button}>It has no key, so it can ask for nothing yet.</Empty>
      ) : (
        <KeyTable
          word="key"
          keys={agent.keys}
          columns={[{ title: 'Permissions', cell: ({ scopes }) => <PermissionList names={scopes} /> }]}
          sleeps={Boolean(agent.disabledAt)}
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

/** Whoever has a key acts for the owner, and spends what is its: with a customer's it takes who could issue the customer's own. */
function useMayIssue({ owner, disabledAt }: Agent): boolean {
  const { actor } = useViewer();
  const may = useMay();
  if (disabledAt) return false;
  return owner === actor || may(owner.startsWith('customer:') ? 'customers:manage' : 'agents:manage');
}
