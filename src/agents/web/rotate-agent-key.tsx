import { Button, Modal, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { IssueAgentKeyDocument, type IssueAgentKeyMutation } from '../../web/generated/agents/graphql.ts';
import { Form } from '../../web/kit/form.tsx';
import { DEFAULT_LIFETIME, LIFETIMES } from '../../web/kit/lifetime.tsx';
import type { Outcome } from '../../web/kit/outcome.ts';
import { OutcomeNotice } from '../../web/kit/states.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { visibleString } from '../../web/kit/visible-text.tsx';
import type { AgentKey } from './agent.ts';

/** Another key like one that there is. That one goes on, so that the agent does not stand still meanwhile. */
export function RotateAgentKey({
  agentId,
  of,
  close,
  done,
}: {
  agentId: string;
  of: AgentKey;
  close(): void;
  /** With the token of the new one. */
  done(token: string): void;
}) {
  const [issue, isUnderWay] = useMutationOf(IssueAgentKeyDocument);
  const [outcome, setOutcome] = useState<Outcome<IssueAgentKeyMutation> | null>(null);
  const [lifetime, setLifetime] = useState(DEFAULT_LIFETIME);
  const submit = async () => {
    const { name, scopes } = of;
    const issued = await issue({ input: { agentId, name, scopes, lifetimeDays: Number(lifetime) } });
    setOutcome(issued);
    if (issued.kind === 'DONE') done(issued.payload.token);
  };
  const title = `Rotate ${visibleString(of.name)}`;
  return (
    <Modal opened onClose={close} title={title} centered closeButtonProps={{ 'aria-label': 'Close' }}>
      <Form label={title} submit={() => void submit()}>
        <p>
          It makes another key of the same name with which the same may be asked. The present one goes on: put the new
          one in its place, see that the present one is not used any more, then revoke it.
        </p>
        <NativeSelect
          label="The new one expires"
          data={LIFETIMES}
          value={lifetime}
          onChange={(event) => setLifetime(event.currentTarget.value)}
        />
        <OutcomeNotice outcome={outcome} />
        <div className="actions">
          <Button type="submit" loading={isUnderWay}>
            Issue the new one
          </Button>
          <Button variant="default" onClick={close}>
            Leave it
          </Button>
        </div>
      </Form>
    </Modal>
  );
}
