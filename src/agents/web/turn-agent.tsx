import { useState } from 'react';
import { ChangeAgentDocument } from '../../web/generated/agents/graphql.ts';
import { ConfirmMutation } from '../../web/kit/confirm-mutation.tsx';
import { visibleString } from '../../web/kit/visible-text.tsx';
import type { Agent } from './agent.ts';

/** Asks before an agent is stopped, or goes on. */
export function TurnAgent({ of, close }: { of: Agent; close(): void }) {
  // As it was when it was asked: once it is done, the agent is another.
  const [isDisabled] = useState(Boolean(of.disabledAt));
  const name = visibleString(of.name);
  return (
    <ConfirmMutation
      document={ChangeAgentDocument}
      variables={{ input: { agentId: of.id, isDisabled: !isDisabled } }}
      title={isDisabled ? `Enable ${name}?` : `Disable ${name}?`}
      action={isDisabled ? 'Enable the agent' : 'Disable the agent'}
      isDangerous={!isDisabled}
      told={isDisabled ? `${name} is enabled.` : `${name} is disabled.`}
      close={close}
    >
      <p>
        {isDisabled
          ? 'Its keys that are not revoked or expired work again within a second.'
          : 'Within a second none of its keys works any more. What it has asked for stays, and it can be enabled at any time.'}
      </p>
    </ConfirmMutation>
  );
}
