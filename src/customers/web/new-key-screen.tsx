import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  IssueCustomerKeyDocument,
  type IssueCustomerKeyMutation,
  TasksForKeysDocument,
} from '../../web/generated/customers/graphql.ts';
import { microsOf } from '../../web/kit/amount.ts';
import { AmountInput } from '../../web/kit/amount-input.tsx';
import { Detail } from '../../web/kit/detail.tsx';
import { Form } from '../../web/kit/form.tsx';
import type { Outcome } from '../../web/kit/outcome.ts';
import { useParamsOf } from '../../web/kit/params.ts';
import { Secret } from '../../web/kit/secret.tsx';
import { OutcomeNotice, Shown } from '../../web/kit/states.tsx';
import { Unsaved } from '../../web/kit/unsaved.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { DEFAULT_KEY_LIFETIME, KEY_LIFETIMES } from './key-lifetimes.ts';

/** `/admin/customers/cus_…/new-key` */
export function Screen() {
  const { customerId } = useParamsOf('/admin/customers/$customerId/new-key');
  const back = `/admin/customers/${customerId}`;
  const [issue, isUnderWay] = useMutationOf(IssueCustomerKeyDocument);
  const [outcome, setOutcome] = useState<Outcome<IssueCustomerKeyMutation> | null>(null);
  const [name, setName] = useState('');
  const [isForAll, setForAll] = useState(true);
  const [tasks, setTasks] = useState<readonly string[]>([]);
  const [limit, setLimit] = useState('');
  const [rate, setRate] = useState('');
  const [lifetime, setLifetime] = useState(DEFAULT_KEY_LIFETIME);
  const [token, setToken] = useState<string | null>(null);
  const navigate = useNavigate();
  const monthlyLimitMicros = microsOf(limit);
  const isRateWrong = !/^\d*$/.test(rate.trim());
  const isTyped = name + limit + rate !== '' || tasks.length > 0;
  const submit = async () => {
    const issued = await issue({
      input: {
        customerId,
        name,
        tasks: isForAll ? null : [...tasks],
        monthlyLimitMicros,
        callsPerMinute: rate.trim() === '' ? null : Number(rate),
        lifetimeDays: Number(lifetime),
      },
    });
    setOutcome(issued);
    if (issued.kind === 'DONE') setToken(issued.payload.token);
  };
  return (
    <Detail title="Issue a key" back={back}>
      <Form label="Issue a key" onSubmit={() => void submit()}>
        <TextInput
          label="What it is for"
          required
          maxLength={200}
          data-autofocus
          placeholder="The shop’s server"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <fieldset>
          <legend>What it may run</legend>
          <label className="check">
            <input type="radio" name="tasks" checked={isForAll} onChange={() => setForAll(true)} /> All tasks, those
            that come later as well
          </label>
          <label className="check">
            <input type="radio" name="tasks" checked={!isForAll} onChange={() => setForAll(false)} /> Only these
          </label>
          {!isForAll && <TaskChoices value={tasks} onChange={setTasks} />}
        </fieldset>
        <NativeSelect
          label="It expires"
          data={KEY_LIFETIMES}
          value={lifetime}
          onChange={(event) => setLifetime(event.currentTarget.value)}
        />
        <AmountInput
          label="Limit of its own"
          description="US dollars in a month (UTC). Empty: none but the customer’s."
          value={limit}
          onChange={setLimit}
        />
        <TextInput
          label="Calls a minute"
          description="Empty: no limit of its own."
          inputMode="numeric"
          maxLength={7}
          value={rate}
          error={isRateWrong && 'Write a whole number, for example 60.'}
          onChange={(event) => setRate(event.currentTarget.value)}
        />
        <OutcomeNotice outcome={outcome} />
        <div className="actions">
          <Button
            type="submit"
            loading={isUnderWay}
            disabled={
              name.trim() === '' || (!isForAll && tasks.length === 0) || monthlyLimitMicros === undefined || isRateWrong
            }
          >
            Issue the key
          </Button>
        </div>
      </Form>
      <Unsaved when={isTyped && outcome?.kind !== 'DONE'} />
      <Secret
        title="The new key"
        secret={token}
        onClose={() => {
          setToken(null);
          void navigate({ to: back, resetScroll: false, ignoreBlocker: true });
        }}
      />
    </Detail>
  );
}

function TaskChoices({ value, onChange }: { value: readonly string[]; onChange(tasks: readonly string[]): void }) {
  const asked = useQueryOf(TasksForKeysDocument, {});
  return (
    <Shown asked={asked} rows={4}>
      {({ tasks }) => (
        <div className="choices">
          {tasks.map(({ name, title }) => (
            <label key={name} className="check">
              <input
                type="checkbox"
                checked={value.includes(name)}
                onChange={(event) =>
                  onChange(event.target.checked ? [...value, name] : value.filter((one) => one !== name))
                }
              />
              <span>
                {title} <code className="hint">{name}</code>
              </span>
            </label>
          ))}
        </div>
      )}
    </Shown>
  );
}
