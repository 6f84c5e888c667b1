import { useState } from 'react';
import { ChangeAgentDocument } from '../../web/generated/agents/graphql.ts';
import { ConfirmMutation } from '../../web/kit/confirm-mutation.tsx';
import { visibleString } from '../../web/kit/visible-text.tsx';
import type { Agent } from './agent.ts';

/** Asks before an agent is stopped, or goes on. */
export function TurnAgent({ agent, onClose }: { agent: Agent; onClose(): void }) {
  // As it was when it was asked: once it is done, the agent is another.
  const [isDisabled] = useState(Boolean(agent.disabledAt));
  const name = visibleString(agent.name);
  return (
    <ConfirmMutation
      document={ChangeAgentDocument}
      variables={{ input: { agentId: agent.id, isDisabled: !isDisabled } }}
      title={isDisabled ? `Enable ${name}?` : `Disable ${name}?`}
      action={isDisabled ? 'Enable the agent' : 'Disable the agent'}
      isDangerous={!isDisabled}
      told={isDisabled ? `${name} is enabled.` : `${name} is disabled.`}
      onClose={onClose}
    >
      <p>
        {isDisabled
          ? 'Its keys that are not revoked or expired work again within a second.'
          : 'Within a second none of its keys works any more. What it has asked for stays, and it can be enabled at any time.'}
      </p>
    </ConfirmMutation>
  );
}
