import { useState } from 'react';
import { ChangeAgentDocument, type ChangeAgentMutation } from '../../web/generated/agents/graphql.ts';
import { announce } from '../../web/kit/announce.tsx';
import { Confirm } from '../../web/kit/confirm.tsx';
import type { Outcome } from '../../web/kit/outcome.ts';
import { OutcomeNotice } from '../../web/kit/states.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { visibleString } from '../../web/kit/visible-text.tsx';
import type { Agent } from './agent.ts';

/** Asks before an agent is stopped, or goes on. */
export function TurnAgent({ of, close }: { of: Agent; close(): void }) {
  const [change, isUnderWay] = useMutationOf(ChangeAgentDocument);
  const [outcome, setOutcome] = useState<Outcome<ChangeAgentMutation> | null>(null);
  // As it was when it was asked: once it is done, the agent is another.
  const [isDisabled] = useState(Boolean(of.disabledAt));
  const name = visibleString(of.name);
  const confirm = async () => {
    const done = await change({ input: { agentId: of.id, isDisabled: !isDisabled } });
    setOutcome(done);
    if (done.kind !== 'DONE') return;
    announce(isDisabled ? `${name} is enabled.` : `${name} is disabled.`);
    close();
  };
  return (
    <Confirm
      isOpen
      title={isDisabled ? `Enable ${name}?` : `Disable ${name}?`}
      action={isDisabled ? 'Enable the agent' : 'Disable the agent'}
      isDangerous={!isDisabled}
      isUnderWay={isUnderWay}
      confirm={() => void confirm()}
      close={close}
    >
      <p>
        {isDisabled
          ? 'Its keys that are not revoked or expired work again within a second.'
          : 'Within a second none of its keys works any more. What it has asked for stays, and it can be enabled at any time.'}
      </p>
      <OutcomeNotice outcome={outcome} />
    </Confirm>
  );
}
