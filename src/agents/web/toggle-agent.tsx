import { useState } from 'react';
import { UpdateAgentDocument } from '../../web/generated/agents/graphql.ts';
import { ConfirmMutation } from '../../web/kit/confirm-mutation.tsx';
import { visibleString } from '../../web/kit/visible-text.tsx';
import type { Agent } from './agent.ts';
import { texts } from './texts.ts';

/** Dialog in which the user confirms that an agent is disabled or enabled. */
export function ToggleAgent({ agent, onClose }: { agent: Agent; onClose(): void }) {
  // Read once when the dialog opens, because the agent changes before the dialog closes.
  const [isDisabled] = useState(Boolean(agent.disabledAt));
  const name = visibleString(agent.name);
  return (
    <ConfirmMutation
      document={UpdateAgentDocument}
      variables={{ input: { agentId: agent.id, isDisabled: !isDisabled } }}
      title={isDisabled ? texts.toggle.enableTitle(name) : texts.toggle.disableTitle(name)}
      action={isDisabled ? texts.toggle.enable : texts.toggle.disable}
      isDangerous={!isDisabled}
      announcement={isDisabled ? texts.toggle.enabled(name) : texts.toggle.disabled(name)}
      onClose={onClose}
    >
      <p>{isDisabled ? texts.toggle.enableText : texts.toggle.disableText}</p>
    </ConfirmMutation>
  );
}
