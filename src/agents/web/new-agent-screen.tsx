import { Button, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { MakeAgentDocument, type MakeAgentMutation } from '../../web/generated/agents/graphql.ts';
import { announce } from '../../web/kit/announce.tsx';
import { Detail } from '../../web/kit/detail.tsx';
import { Form } from '../../web/kit/form.tsx';
import { useIdempotencyKey } from '../../web/kit/idempotency-key.ts';
import type { Outcome } from '../../web/kit/outcome.ts';
import { OutcomeNotice } from '../../web/kit/states.tsx';
import { Unsaved } from '../../web/kit/unsaved.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { useMay } from '../../web/kit/viewer.ts';
import { CustomerChoice } from './customer-choice.tsx';

/** `/admin/agents/new` */
export function Screen() {
  const [make, isUnderWay] = useMutationOf(MakeAgentDocument);
  const [outcome, setOutcome] = useState<Outcome<MakeAgentMutation> | null>(null);
  const [name, setName] = useState('');
  const [isOwn, setOwn] = useState(true);
  const [customerId, setCustomerId] = useState('');
  const mayForCustomers = useMay()('customers:manage');
  const idempotencyKey = useIdempotencyKey();
  const navigate = useNavigate();
  const isReady = name.trim() !== '' && (isOwn || customerId !== '');
  const submit = async () => {
    if (!isReady) return;
    const made = await make({ input: { name, customerId: isOwn ? null : customerId, idempotencyKey } });
    setOutcome(made);
    if (made.kind !== 'DONE') return;
    announce(`${name.trim()} is there. It has no key yet.`);
    const id = made.payload.agent?.id;
    void navigate({ to: id ? `/admin/agents/${id}` : '/admin/agents', ignoreBlocker: true });
  };
  return (
    <Detail title="New agent" back="/admin/agents">
      <Form label="New agent" onSubmit={() => void submit()}>
        <TextInput
          label="Name"
          description="Approvers see it beside whatever it asks for."
          required
          maxLength={200}
          data-autofocus
          placeholder="Newsletter"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {mayForCustomers ? (
          <fieldset>
            <legend>Who answers for it, for good</legend>
            <label className="check">
              <input type="radio" name="owner" checked={isOwn} onChange={() => setOwn(true)} />
              <span>
                You <span className="hint">the house pays; you never decide about what it asks</span>
              </span>
            </label>
            <label className="check">
              <input type="radio" name="owner" checked={!isOwn} onChange={() => setOwn(false)} />
              <span>
                A customer <span className="hint">it pays, and sees all that is asked</span>
              </span>
            </label>
            {!isOwn && <CustomerChoice value={customerId} onChange={setCustomerId} />}
          </fieldset>
        ) : (
          <p className="hint">You answer for what it asks, for good, and never decide about it. The house pays.</p>
        )}
        <OutcomeNotice outcome={outcome} />
        <div className="actions">
          <Button type="submit" loading={isUnderWay} disabled={!isReady}>
            Make the agent
          </Button>
        </div>
        <Unsaved when={name !== '' || !isOwn} />
      </Form>
    </Detail>
  );
}
