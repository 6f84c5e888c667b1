import { Button, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  AgentByIdDocument,
  ChangeAgentDocument,
  type ChangeAgentMutation,
} from '../../web/generated/agents/graphql.ts';
import { announce } from '../../web/kit/announce.tsx';
import { Detail } from '../../web/kit/detail.tsx';
import { Form } from '../../web/kit/form.tsx';
import type { Outcome } from '../../web/kit/outcome.ts';
import { useParamsOf } from '../../web/kit/params.ts';
import { Empty, OutcomeNotice, Shown } from '../../web/kit/states.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import type { Agent } from './agent.ts';

/** `/admin/agents/agt_…/rename` */
export function Screen() {
  const { agentId } = useParamsOf('/admin/agents/$agentId/rename');
  const asked = useQueryOf(AgentByIdDocument, { id: agentId });
  return (
    <Detail title="Rename the agent" back={`/admin/agents/${agentId}`}>
      <Shown asked={asked} rows={2}>
        {({ agent }) => (agent ? <Rename key={agent.id} agent={agent} /> : <Empty>There is no such agent.</Empty>)}
      </Shown>
    </Detail>
  );
}

function Rename({ agent }: { agent: Agent }) {
  const [change, isUnderWay] = useMutationOf(ChangeAgentDocument);
  const [outcome, setOutcome] = useState<Outcome<ChangeAgentMutation> | null>(null);
  const [name, setName] = useState(agent.name);
  const navigate = useNavigate();
  const submit = async () => {
    if (name.trim() === '') return;
    const done = await change({ input: { agentId: agent.id, name } });
    setOutcome(done);
    if (done.kind !== 'DONE') return;
    announce('It has another name now.');
    void navigate({ to: `/admin/agents/${agent.id}`, resetScroll: false });
  };
  return (
    <Form label="Rename the agent" onSubmit={() => void submit()}>
      <TextInput
        label="Name"
        description="What it has asked for already is shown by the new name, too."
        required
        maxLength={200}
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <OutcomeNotice outcome={outcome} />
      <div className="actions">
        <Button type="submit" loading={isUnderWay} disabled={name.trim() === ''}>
          Save
        </Button>
      </div>
    </Form>
  );
}
