import { useState } from 'react';
import { RevokeAgentKeyDocument, type RevokeAgentKeyMutation } from '../../web/generated/agents/graphql.ts';
import { announce } from '../../web/kit/announce.tsx';
import { Confirm } from '../../web/kit/confirm.tsx';
import type { Outcome } from '../../web/kit/outcome.ts';
import { OutcomeNotice } from '../../web/kit/states.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { visibleString } from '../../web/kit/visible-text.tsx';
import type { AgentKey } from './agent.ts';

/** Asks before a key ends for good. */
export function RevokeAgentKey({ of, close }: { of: AgentKey; close(): void }) {
  const [revoke, isUnderWay] = useMutationOf(RevokeAgentKeyDocument);
  const [outcome, setOutcome] = useState<Outcome<RevokeAgentKeyMutation> | null>(null);
  const name = visibleString(of.name);
  const confirm = async () => {
    const done = await revoke({ input: { agentKeyId: of.id } });
    setOutcome(done);
    if (done.kind !== 'DONE') return;
    announce(`${name} is revoked.`);
    close();
  };
  return (
    <Confirm
      isOpen
      title={`Revoke ${name}?`}
      action="Revoke the key"
      isDangerous
      isUnderWay={isUnderWay}
      confirm={() => void confirm()}
      close={close}
    >
      <p>Whatever shows it is refused within a second. A revoked key never works again; another one can be issued.</p>
      <OutcomeNotice outcome={outcome} />
    </Confirm>
  );
}
