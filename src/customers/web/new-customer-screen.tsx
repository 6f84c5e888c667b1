import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { CreateCustomerDocument, type CreateCustomerMutation } from '../../web/generated/customers/graphql.ts';
import { microsOf } from '../../web/kit/amount.ts';
import { AmountInput } from '../../web/kit/amount-input.tsx';
import { announce } from '../../web/kit/announce.tsx';
import { ConfirmLeave } from '../../web/kit/confirm-leave.tsx';
import { Detail } from '../../web/kit/detail.tsx';
import { Form } from '../../web/kit/form.tsx';
import { useIdempotencyKey } from '../../web/kit/idempotency-key.ts';
import type { MutationOutcome } from '../../web/kit/outcome.ts';
import { OutcomeNotice } from '../../web/kit/states.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { PLAN_HINTS, PLANS, type PlanName } from './plans.ts';
import { texts } from './texts.ts';

/** Screen `/admin/customers/new`: form for a new customer. */
export function Screen() {
  const [create, isUnderWay] = useMutationOf(CreateCustomerDocument);
  const [outcome, setOutcome] = useState<MutationOutcome<CreateCustomerMutation> | null>(null);
  const form = useForm({ initialValues: { name: '', plan: 'BASE' as PlanName, softCap: '', hardLimit: '' } });
  const { name, plan, softCap, hardLimit } = form.values;
  const idempotencyKey = useIdempotencyKey();
  const navigate = useNavigate();
  const submit = async () => {
    const softCapMicros = microsOf(softCap);
    const hardLimitMicros = microsOf(hardLimit);
    if (softCapMicros === undefined || hardLimitMicros === undefined) return;
    const made = await create({
      input: {
        name,
        plan,
        // Without the field, the plan's default from the settings applies. Null would mean no cap.
        ...(softCapMicros !== null && { softCapMicros }),
        ...(hardLimitMicros !== null && { hardLimitMicros }),
        idempotencyKey,
      },
    });
    setOutcome(made);
    if (made.kind !== 'DONE') return;
    announce(texts.create.done(name.trim()));
    const id = made.payload.customer?.id;
    void navigate({ to: id ? `/admin/customers/${id}` : '/admin/customers', ignoreBlocker: true });
  };
  const ofThePlan = texts.create.capHint;
  return (
    <Detail title={texts.create.title} back="/admin/customers">
      <Form label={texts.create.title} onSubmit={submit}>
        <TextInput label={texts.fields.name} required maxLength={200} data-autofocus {...form.getInputProps('name')} />
        <NativeSelect
          label={texts.fields.plan}
          description={PLAN_HINTS[plan]}
          data={PLANS}
          {...form.getInputProps('plan')}
        />
        <AmountInput label={texts.caps.soft} description={ofThePlan} {...form.getInputProps('softCap')} />
        <AmountInput label={texts.caps.hard} description={ofThePlan} {...form.getInputProps('hardLimit')} />
        <OutcomeNotice outcome={outcome} />
        <div className="actions">
          <Button type="submit" loading={isUnderWay} disabled={name.trim() === ''}>
            {texts.create.title}
          </Button>
        </div>
        <ConfirmLeave when={form.isDirty()} />
      </Form>
    </Detail>
  );
}
