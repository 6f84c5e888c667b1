import { Button, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  AgentByIdDocument,
  UpdateAgentDocument,
  type UpdateAgentMutation,
} from '../../web/generated/agents/graphql.ts';
import { announce } from '../../web/kit/announce.tsx';
import { Detail } from '../../web/kit/detail.tsx';
import { Form } from '../../web/kit/form.tsx';
import type { MutationOutcome } from '../../web/kit/outcome.ts';
import { useParamsOf } from '../../web/kit/params.ts';
import { Empty, OutcomeNotice, QueryView } from '../../web/kit/states.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import type { Agent } from './agent.ts';
import { texts } from './texts.ts';

/** Screen `/admin/agents/agt_…/rename`: a form to rename an agent. */
export function Screen() {
  const { agentId } = useParamsOf('/admin/agents/$agentId/rename');
  const query = useQueryOf(AgentByIdDocument, { id: agentId });
  return (
    <Detail title={texts.rename.title} back={`/admin/agents/${agentId}`}>
      <QueryView query={query} rows={2}>
        {({ agent }) => (agent ? <Rename key={agent.id} agent={agent} /> : <Empty>{texts.rename.notFound}</Empty>)}
      </QueryView>
    </Detail>
  );
}

function Rename({ agent }: { agent: Agent }) {
  const [change, isUnderWay] = useMutationOf(UpdateAgentDocument);
  const [outcome, setOutcome] = useState<MutationOutcome<UpdateAgentMutation> | null>(null);
  const [name, setName] = useState(agent.name);
  const navigate = useNavigate();
  const submit = async () => {
    if (name.trim() === '') return;
    const done = await change({ input: { agentId: agent.id, name } });
    setOutcome(done);
    if (done.kind !== 'DONE') return;
    announce(texts.rename.done);
    void navigate({ to: `/admin/agents/${agent.id}`, resetScroll: false });
  };
  return (
    <Form label={texts.rename.title} onSubmit={() => void submit()}>
      <TextInput
        label={texts.rename.name}
        description={texts.rename.nameHint}
        required
        maxLength={200}
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <OutcomeNotice outcome={outcome} />
      <div className="actions">
        <Button type="submit" loading={isUnderWay} disabled={name.trim() === ''}>
          {texts.rename.save}
        </Button>
      </div>
    </Form>
  );
}
