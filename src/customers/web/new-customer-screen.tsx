import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { CreateCustomerDocument, type CreateCustomerMutation } from '../../web/generated/customers/graphql.ts';
import { microsOf } from '../../web/kit/amount.ts';
import { AmountInput } from '../../web/kit/amount-input.tsx';
import { announce } from '../../web/kit/announce.tsx';
import { Detail } from '../../web/kit/detail.tsx';
import { Form } from '../../web/kit/form.tsx';
import { useIdempotencyKey } from '../../web/kit/idempotency-key.ts';
import type { Outcome } from '../../web/kit/outcome.ts';
import { OutcomeNotice } from '../../web/kit/states.tsx';
import { Unsaved } from '../../web/kit/unsaved.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { PLAN_IN_WORDS, PLANS, type PlanName } from './plans.ts';

/** `/admin/customers/new` */
export function Screen() {
  const [create, isUnderWay] = useMutationOf(CreateCustomerDocument);
  const [outcome, setOutcome] = useState<Outcome<CreateCustomerMutation> | null>(null);
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
        // Left out, the settings say it for the plan; null would be no cap at all.
        ...(softCapMicros !== null && { softCapMicros }),
        ...(hardLimitMicros !== null && { hardLimitMicros }),
        idempotencyKey,
      },
    });
    setOutcome(made);
    if (made.kind !== 'DONE') return;
    announce(`${name.trim()} is a customer now. It has no key yet.`);
    const id = made.payload.customer?.id;
    void navigate({ to: id ? `/admin/customers/${id}` : '/admin/customers', ignoreBlocker: true });
  };
  const ofThePlan = 'US dollars in a month (UTC). Empty: what the settings say for the plan.';
  return (
    <Detail title="New customer" back="/admin/customers">
      <Form label="New customer" onSubmit={submit}>
        <TextInput label="Name" required maxLength={200} data-autofocus {...form.getInputProps('name')} />
        <NativeSelect
          label="Plan"
          description={`A customer of this plan ${PLAN_IN_WORDS[plan]}.`}
          data={PLANS}
          {...form.getInputProps('plan')}
        />
        <AmountInput label="Soft cap" description={ofThePlan} {...form.getInputProps('softCap')} />
        <AmountInput label="Hard limit" description={ofThePlan} {...form.getInputProps('hardLimit')} />
        <OutcomeNotice outcome={outcome} />
        <div className="actions">
          <Button type="submit" loading={isUnderWay} disabled={name.trim() === ''}>
            Make the customer
          </Button>
        </div>
        <Unsaved when={form.isDirty()} />
      </Form>
    </Detail>
  );
}
