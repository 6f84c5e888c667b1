import { Button, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { CreateAgentDocument, type CreateAgentMutation } from '../../web/generated/agents/graphql.ts';
import { announce } from '../../web/kit/announce.tsx';
import { ConfirmLeave } from '../../web/kit/confirm-leave.tsx';
import { CustomerChoice } from '../../web/kit/customer-choice.tsx';
import { Detail } from '../../web/kit/detail.tsx';
import { Form } from '../../web/kit/form.tsx';
import { useIdempotencyKey } from '../../web/kit/idempotency-key.ts';
import type { MutationOutcome } from '../../web/kit/outcome.ts';
import { OutcomeNotice } from '../../web/kit/states.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { useMay } from '../../web/kit/viewer.ts';
import { texts } from './texts.ts';

/** Screen `/admin/agents/new`: a form to create an agent. */
export function Screen() {
  const [make, isUnderWay] = useMutationOf(CreateAgentDocument);
  const [outcome, setOutcome] = useState<MutationOutcome<CreateAgentMutation> | null>(null);
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
    announce(texts.create.done(name.trim()));
    const id = made.payload.agent?.id;
    void navigate({ to: id ? `/admin/agents/${id}` : '/admin/agents', ignoreBlocker: true });
  };
  return (
    <Detail title={texts.create.title} back="/admin/agents">
      <Form label={texts.create.title} onSubmit={() => void submit()}>
        <TextInput
          label={texts.create.name}
          description={texts.create.nameHint}
          required
          maxLength={200}
          data-autofocus
          placeholder={texts.create.nameExample}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {mayForCustomers ? (
          <fieldset>
            <legend>{texts.create.owner}</legend>
            <label className="check">
              <input type="radio" name="owner" checked={isOwn} onChange={() => setOwn(true)} />
              <span>
                {texts.create.you} <span className="hint">{texts.create.youHint}</span>
              </span>
            </label>
            <label className="check">
              <input type="radio" name="owner" checked={!isOwn} onChange={() => setOwn(false)} />
              <span>
                {texts.create.aCustomer} <span className="hint">{texts.create.customerHint}</span>
              </span>
            </label>
            {!isOwn && <CustomerChoice value={customerId} onChange={setCustomerId} />}
          </fieldset>
        ) : (
          <p className="hint">{texts.create.onlyYou}</p>
        )}
        <OutcomeNotice outcome={outcome} />
        <div className="actions">
          <Button type="submit" loading={isUnderWay} disabled={!isReady}>
            {texts.create.submit}
          </Button>
        </div>
        <ConfirmLeave when={name !== '' || !isOwn} />
      </Form>
    </Detail>
  );
}
