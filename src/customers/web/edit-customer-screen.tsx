import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  CustomerByIdDocument,
  UpdateCustomerDocument,
  type UpdateCustomerMutation,
} from '../../web/generated/customers/graphql.ts';
import { amountText, microsOf } from '../../web/kit/amount.ts';
import { AmountInput } from '../../web/kit/amount-input.tsx';
import { announce } from '../../web/kit/announce.tsx';
import { ConfirmLeave } from '../../web/kit/confirm-leave.tsx';
import { Conflict } from '../../web/kit/conflict.tsx';
import { Detail } from '../../web/kit/detail.tsx';
import { Form } from '../../web/kit/form.tsx';
import { isConflict, type MutationOutcome } from '../../web/kit/outcome.ts';
import { useParamsOf } from '../../web/kit/params.ts';
import { Empty, OutcomeNotice, QueryView } from '../../web/kit/states.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { dollars, enumLabel } from '../../web/kit/values.tsx';
import type { Customer } from './customer.ts';
import { PLAN_HINTS, PLANS } from './plans.ts';
import { texts } from './texts.ts';

/** Screen `/admin/customers/cus_…/change`: form for name, plan and caps. */
export function Screen() {
  const { customerId } = useParamsOf('/admin/customers/$customerId/change');
  const query = useQueryOf(CustomerByIdDocument, { id: customerId });
  return (
    <Detail title={texts.edit.title} back={`/admin/customers/${customerId}`}>
      <QueryView query={query} rows={5}>
        {({ customer }) =>
          customer ? (
            <EditCustomerForm key={customer.id} now={customer} onReload={query.again} />
          ) : (
            <Empty>{texts.customer.notFound}</Empty>
          )
        }
      </QueryView>
    </Detail>
  );
}

/**
 * @param props.now newest version of the customer. The form keeps the version it was opened with, to notice another person's
 * change.
 */
function EditCustomerForm({ now, onReload }: { now: Customer; onReload(): void }) {
  const [update, isUnderWay] = useMutationOf(UpdateCustomerDocument);
  const [outcome, setOutcome] = useState<MutationOutcome<UpdateCustomerMutation> | null>(null);
  const [begunVersion] = useState(now.version);
  const form = useForm({
    initialValues: {
      name: now.name,
      plan: now.plan,
      softCap: amountText(now.softCapMicros),
      hardLimit: amountText(now.hardLimitMicros),
    },
  });
  const { name, plan, softCap, hardLimit } = form.values;
  const navigate = useNavigate();
  /**
   * @param isDecided true if the input is saved or deliberately discarded, so that the form doesn't ask again before it closes
   */
  const leave = (isDecided: boolean) =>
    void navigate({ to: `/admin/customers/${now.id}`, resetScroll: false, ignoreBlocker: isDecided });
  const softCapMicros = microsOf(softCap);
  const hardLimitMicros = microsOf(hardLimit);

  const save = async (ifVersion: number) => {
    if (softCapMicros === undefined || hardLimitMicros === undefined) return;
    const done = await update({
      input: { customerId: now.id, ifVersion, name, plan, softCapMicros, hardLimitMicros },
    });
    setOutcome(done);
    if (done.kind === 'PROBLEM' && done.problem.__typename === 'CustomerChanged') onReload();
    if (done.kind !== 'DONE') return;
    announce(texts.edit.done);
    leave(true);
  };
  const changed =
    outcome?.kind === 'PROBLEM' && outcome.problem.__typename === 'CustomerChanged' && isConflict(outcome.problem)
      ? outcome.problem
      : null;
  return (
    <Form label={texts.edit.title} onSubmit={() => void save(begunVersion)}>
      <TextInput label={texts.fields.name} required maxLength={200} data-autofocus {...form.getInputProps('name')} />
      <NativeSelect
        label={texts.fields.plan}
        description={PLAN_HINTS[plan]}
        data={PLANS}
        {...form.getInputProps('plan')}
      />
      <AmountInput label={texts.caps.soft} description={texts.edit.softCapHint} {...form.getInputProps('softCap')} />
      <AmountInput
        label={texts.caps.hard}
        description={texts.edit.hardLimitHint}
        {...form.getInputProps('hardLimit')}
      />
      {changed ? null : <OutcomeNotice outcome={outcome} />}
      <div className="actions">
        <Button
          type="submit"
          loading={isUnderWay}
          disabled={name.trim() === '' || softCapMicros === undefined || hardLimitMicros === undefined}
        >
          {texts.edit.save}
        </Button>
        <Button variant="default" onClick={() => leave(false)}>
          {texts.edit.cancel}
        </Button>
      </div>
      <ConfirmLeave when={form.isDirty()} />
      <Conflict
        isOpen={changed !== null}
        differences={[
          { field: texts.fields.name, theirs: now.name, mine: name },
          { field: texts.fields.plan, theirs: enumLabel(now.plan), mine: enumLabel(plan) },
          { field: texts.caps.soft, theirs: capOf(now.softCapMicros), mine: capOf(softCapMicros) },
          { field: texts.caps.hard, theirs: capOf(now.hardLimitMicros), mine: capOf(hardLimitMicros) },
        ].filter(({ theirs, mine }) => theirs !== mine)}
        onTakeMine={() => changed && void save(changed.version)}
        onTakeTheirs={() => leave(true)}
        onClose={() => setOutcome(null)}
      />
    </Form>
  );
}

const capOf = (micros: number | null | undefined) =>
  micros === null || micros === undefined ? texts.caps.none : dollars(micros);
