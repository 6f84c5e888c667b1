import { RevokeAgentKeyDocument } from '../../web/generated/agents/graphql.ts';
import { ConfirmMutation } from '../../web/kit/confirm-mutation.tsx';
import { visibleString } from '../../web/kit/visible-text.tsx';
import type { AgentKey } from './agent.ts';

/** Asks before a key ends for good. */
export function RevokeAgentKey({ of, close }: { of: AgentKey; close(): void }) {
  const name = visibleString(of.name);
  return (
    <ConfirmMutation
      document={RevokeAgentKeyDocument}
      variables={{ input: { agentKeyId: of.id } }}
      title={`Revoke ${name}?`}
      action="Revoke the key"
      told={`${name} is revoked.`}
      close={close}
    >
      <p>Whatever shows it is refused within a second. A revoked key never works again; another one can be issued.</p>
    </ConfirmMutation>
  );
}
