import { RevokeAgentKeyDocument } from '../../web/generated/agents/graphql.ts';
import { ConfirmMutation } from '../../web/kit/confirm-mutation.tsx';
import { visibleString } from '../../web/kit/visible-text.tsx';
import type { AgentKey } from './agent.ts';

/** Asks before a key ends for good. */
export function RevokeAgentKey({ agentKey, onClose }: { agentKey: AgentKey; onClose(): void }) {
  const name = visibleString(agentKey.name);
  return (
    <ConfirmMutation
      document={RevokeAgentKeyDocument}
      variables={{ input: { agentKeyId: agentKey.id } }}
      title={`Revoke ${name}?`}
      action="Revoke the key"
      told={`${name} is revoked.`}
      onClose={onClose}
    >
      <p>Whatever shows it is refused within a second. A revoked key never works again; another one can be issued.</p>
    </ConfirmMutation>
  );
}
