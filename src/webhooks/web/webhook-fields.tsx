import { Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { EventsForWebhooksDocument } from '../../web/generated/webhooks/graphql.ts';
import { AllOrChoices, Choices } from '../../web/kit/choices.tsx';
import { QueryView } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';

/** What is said of a webhook, as it stands in fields. */
export interface WebhookForm {
  url: string;
  description: string;
  isForAll: boolean;
  events: readonly string[];
  includesCustomers: boolean;
}

export const NOTHING_TYPED: WebhookForm = {
  url: '',
  description: '',
  isForAll: true,
  events: [],
  includesCustomers: false,
};

/** Whether it can be sent: it has an address, and is told of something. */
export function isComplete({ url, isForAll, events }: WebhookForm): boolean {
  return url.trim() !== '' && (isForAll || events.length > 0);
}

/** Address, purpose and events of a webhook. */
export function WebhookFields({
  form,
  isOfTheHouse,
}: {
  form: UseFormReturnType<WebhookForm>;
  /** A customer is told of its own events and no others. */
  isOfTheHouse: boolean;
}) {
  const { isForAll, events } = form.values;
  return (
    <>
      <TextInput
        label="Address"
        description="Begins with https://. Events are posted to it."
        inputMode="url"
        required
        maxLength={2_000}
        data-autofocus
        {...form.getInputProps('url')}
      />
      <Textarea label="What it is for" maxLength={500} {...form.getInputProps('description')} />
      <AllOrChoices
        legend="Events"
        all="All events, including later ones"
        isAll={isForAll}
        onChange={(isAll) => form.setFieldValue('isForAll', isAll)}
      >
        <EventChoices value={events} onChange={(names) => form.setFieldValue('events', names)} />
      </AllOrChoices>
      {isOfTheHouse && (
        <label className="check">
          <input type="checkbox" {...form.getInputProps('includesCustomers', { type: 'checkbox' })} /> Events of
          customers as well
        </label>
      )}
    </>
  );
}

function EventChoices({ value, onChange }: { value: readonly string[]; onChange(names: readonly string[]): void }) {
  const query = useQueryOf(EventsForWebhooksDocument, {});
  return (
    <QueryView query={query} rows={4}>
      {({ webhookEvents }) => (
        <Choices
          choices={webhookEvents.map(({ name, description }) => ({
            value: name,
            label: <code>{name}</code>,
            hint: description,
          }))}
          value={value}
          onChange={onChange}
        />
      )}
    </QueryView>
  );
}
