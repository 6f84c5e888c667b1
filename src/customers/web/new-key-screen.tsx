import { NativeSelect, TextInput } from '@mantine/core';
import {
  type CaseAccess,
  IssueCustomerKeyDocument,
  TasksForKeysDocument,
} from '../../web/generated/customers/graphql.ts';
import { microsOf } from '../../web/kit/amount.ts';
import { AmountInput } from '../../web/kit/amount-input.tsx';
import { AllOrChoices, Choices } from '../../web/kit/choices.tsx';
import { Detail } from '../../web/kit/detail.tsx';
import { IssueKeyForm } from '../../web/kit/issue-key-form.tsx';
import { useParamsOf } from '../../web/kit/params.ts';
import { QueryView } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { DEFAULT_KEY_LIFETIME, KEY_LIFETIMES } from './key-lifetimes.ts';
import { texts } from './texts.ts';

const NOTHING_TYPED = {
  isForAll: true,
  tasks: [] as readonly string[],
  limit: '',
  rate: '',
  caseAccess: 'NONE' as CaseAccess,
};

const isRate = (typed: string) => /^\d*$/.test(typed.trim());

/** Screen `/admin/customers/cus_…/new-key`: form for a new API key. */
export function Screen() {
  const { customerId } = useParamsOf('/admin/customers/$customerId/new-key');
  const back = `/admin/customers/${customerId}`;
  return (
    <Detail title={texts.key.title} back={back}>
      <IssueKeyForm
        word="key"
        placeholder={texts.key.example}
        lifetimes={KEY_LIFETIMES}
        defaultLifetime={DEFAULT_KEY_LIFETIME}
        initialValues={NOTHING_TYPED}
        isComplete={({ isForAll, tasks, limit, rate }) =>
          (isForAll || tasks.length > 0) && microsOf(limit) !== undefined && isRate(rate)
        }
        document={IssueCustomerKeyDocument}
        variablesFor={({ isForAll, tasks, limit, rate, caseAccess }, common) => ({
          input: {
            customerId,
            ...common,
            tasks: isForAll ? null : [...tasks],
            monthlyLimitMicros: microsOf(limit),
            callsPerMinute: rate.trim() === '' ? null : Number(rate),
            caseAccess,
          },
        })}
        secretOf={({ token }) => token}
        next={() => back}
      >
        {(form) => (
          <>
            <AllOrChoices
              legend={texts.keys.tasks}
              all={texts.key.allTasks}
              isAll={form.values.isForAll}
              onChange={(isAll) => form.setFieldValue('isForAll', isAll)}
            >
              <TaskChoices value={form.values.tasks} onChange={(tasks) => form.setFieldValue('tasks', tasks)} />
            </AllOrChoices>
            <AmountInput
              label={texts.key.monthlyLimit}
              description={texts.key.monthlyLimitHint}
              {...form.getInputProps('limit')}
            />
            <TextInput
              label={texts.key.callsPerMinute}
              description={texts.key.callsPerMinuteHint}
              inputMode="numeric"
              maxLength={7}
              {...form.getInputProps('rate')}
              error={!isRate(form.values.rate) && texts.key.wholeNumber}
            />
            <NativeSelect
              label={texts.keys.cases}
              description={texts.key.caseAccessHint}
              data={Object.entries(texts.caseAccess).map(([value, label]) => ({ value, label }))}
              {...form.getInputProps('caseAccess')}
            />
          </>
        )}
      </IssueKeyForm>
    </Detail>
  );
}

function TaskChoices({ value, onChange }: { value: readonly string[]; onChange(tasks: readonly string[]): void }) {
  const query = useQueryOf(TasksForKeysDocument, {});
  return (
    <QueryView query={query} rows={4}>
      {({ tasks }) => (
        <Choices
          choices={tasks.map(({ name, title }) => ({ value: name, label: title, hint: <code>{name}</code> }))}
          value={value}
          onChange={onChange}
        />
      )}
    </QueryView>
  );
}
