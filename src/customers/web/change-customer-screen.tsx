import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
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
import { PLAN_IN_WORDS, PLANS, type PlanName } from './plans.ts';

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

/** @param props.now as it stands; what the form began with is kept, so that somebody else's change is noticed. */
function Change({ now, onReload }: { now: Customer; onReload(): void }) {
  const [update, isUnderWay] = useMutationOf(UpdateCustomerDocument);
  const [outcome, setOutcome] = useState<Outcome<UpdateCustomerMutation> | null>(null);
  const begun = useRef(now);
  const [name, setName] = useState(now.name);
  const [plan, setPlan] = useState<PlanName>(now.plan);
  const [softCap, setSoftCap] = useState(typedOf(now.softCapMicros));
  const [hardLimit, setHardLimit] = useState(typedOf(now.hardLimitMicros));
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
  const isTyped =
    name !== begun.current.name ||
    plan !== begun.current.plan ||
    softCap !== typedOf(begun.current.softCapMicros) ||
    hardLimit !== typedOf(begun.current.hardLimitMicros);
  const changed =
    outcome?.kind === 'PROBLEM' && outcome.problem.__typename === 'CustomerChanged' && isConflict(outcome.problem)
      ? outcome.problem
      : null;
  return (
    <Form label="Plan and caps" onSubmit={() => void save(begun.current.version)}>
      <TextInput
        label="Name"
        required
        maxLength={200}
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <NativeSelect
        label="Plan"
        description={`A customer of this plan ${PLAN_IN_WORDS[plan]}.`}
        data={PLANS}
        value={plan}
        onChange={(event) => setPlan(event.currentTarget.value as PlanName)}
      />
      <AmountInput
        label="Soft cap"
        description="US dollars in a month (UTC). Beyond it calls still run, perhaps on a cheaper model, and say so. Empty: none."
        value={softCap}
        onChange={setSoftCap}
      />
      <AmountInput
        label="Hard limit"
        description="US dollars in a month (UTC). What could pass it is refused. Empty: none."
        value={hardLimit}
        onChange={setHardLimit}
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
      <Unsaved when={isTyped} />
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
