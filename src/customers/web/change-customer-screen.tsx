import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  CustomerByIdDocument,
  UpdateCustomerDocument,
  type UpdateCustomerMutation,
} from '../../web/generated/customers/graphql.ts';
import { microsOf, typedOf } from '../../web/kit/amount.ts';
import { AmountInput } from '../../web/kit/amount-input.tsx';
import { announce } from '../../web/kit/announce.tsx';
import { Conflict } from '../../web/kit/conflict.tsx';
import { Detail } from '../../web/kit/detail.tsx';
import { Form } from '../../web/kit/form.tsx';
import { isConflict, type Outcome } from '../../web/kit/outcome.ts';
import { useParamsOf } from '../../web/kit/params.ts';
import { Empty, OutcomeNotice, Shown } from '../../web/kit/states.tsx';
import { Unsaved } from '../../web/kit/unsaved.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { dollars, wordsOf } from '../../web/kit/values.tsx';
import type { Customer } from './customer.ts';
import { PLAN_IN_WORDS, PLANS } from './plans.ts';

/** `/admin/customers/cus_…/change`: name, plan and caps. */
export function Screen() {
  const { customerId } = useParamsOf('/admin/customers/$customerId/change');
  const asked = useQueryOf(CustomerByIdDocument, { id: customerId });
  return (
    <Detail title="Plan and caps" back={`/admin/customers/${customerId}`}>
      <Shown asked={asked} rows={5}>
        {({ customer }) =>
          customer ? (
            <Change key={customer.id} now={customer} onReload={asked.again} />
          ) : (
            <Empty>There is no such customer.</Empty>
          )
        }
      </Shown>
    </Detail>
  );
}

/** @param props.now the newest version. The form keeps the version it began with, so that another person's change is noticed. */
function Change({ now, onReload }: { now: Customer; onReload(): void }) {
  const [update, isUnderWay] = useMutationOf(UpdateCustomerDocument);
  const [outcome, setOutcome] = useState<Outcome<UpdateCustomerMutation> | null>(null);
  const [begunVersion] = useState(now.version);
  const form = useForm({
    initialValues: {
      name: now.name,
      plan: now.plan,
      softCap: typedOf(now.softCapMicros),
      hardLimit: typedOf(now.hardLimitMicros),
    },
  });
  const { name, plan, softCap, hardLimit } = form.values;
  const navigate = useNavigate();
  /** @param isDecided whether what was typed is saved, or given up in so many words */
  const leave = (isDecided: boolean) =>
    void navigate({ to: `/admin/customers/${now.id}`, resetScroll: false, ignoreBlocker: isDecided });
  const softCapMicros = microsOf(softCap);
  const hardLimitMicros = microsOf(hardLimit);

  const save = async (expectedVersion: number) => {
    if (softCapMicros === undefined || hardLimitMicros === undefined) return;
    const done = await update({
      input: { customerId: now.id, expectedVersion, name, plan, softCapMicros, hardLimitMicros },
    });
    setOutcome(done);
    if (done.kind === 'PROBLEM' && done.problem.__typename === 'CustomerChanged') onReload();
    if (done.kind !== 'DONE') return;
    announce('It holds from now on.');
    leave(true);
  };
  const changed =
    outcome?.kind === 'PROBLEM' && outcome.problem.__typename === 'CustomerChanged' && isConflict(outcome.problem)
      ? outcome.problem
      : null;
  return (
    <Form label="Plan and caps" onSubmit={() => void save(begunVersion)}>
      <TextInput label="Name" required maxLength={200} data-autofocus {...form.getInputProps('name')} />
      <NativeSelect
        label="Plan"
        description={`A customer of this plan ${PLAN_IN_WORDS[plan]}.`}
        data={PLANS}
        {...form.getInputProps('plan')}
      />
      <AmountInput
        label="Soft cap"
        description="US dollars in a month (UTC). Beyond it calls still run, perhaps on a cheaper model, and say so. Empty: none."
        {...form.getInputProps('softCap')}
      />
      <AmountInput
        label="Hard limit"
        description="US dollars in a month (UTC). What could pass it is refused. Empty: none."
        {...form.getInputProps('hardLimit')}
      />
      {changed ? null : <OutcomeNotice outcome={outcome} />}
      <div className="actions">
        <Button
          type="submit"
          loading={isUnderWay}
          disabled={name.trim() === '' || softCapMicros === undefined || hardLimitMicros === undefined}
        >
          Save
        </Button>
        <Button variant="default" onClick={() => leave(false)}>
          Leave it as it is
        </Button>
      </div>
      <Unsaved when={form.isDirty()} />
      <Conflict
        isOpen={changed !== null}
        differences={[
          { field: 'Name', theirs: now.name, mine: name },
          { field: 'Plan', theirs: wordsOf(now.plan), mine: wordsOf(plan) },
          { field: 'Soft cap', theirs: capOf(now.softCapMicros), mine: capOf(softCapMicros) },
          { field: 'Hard limit', theirs: capOf(now.hardLimitMicros), mine: capOf(hardLimitMicros) },
        ].filter(({ theirs, mine }) => theirs !== mine)}
        onTakeMine={() => changed && void save(changed.version)}
        onTakeTheirs={() => leave(true)}
        onClose={() => setOutcome(null)}
      />
    </Form>
  );
}

const capOf = (micros: number | null | undefined) =>
  micros === null || micros === undefined ? 'none' : dollars(micros);
