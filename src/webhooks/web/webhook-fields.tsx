import { Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { EventsForWebhooksDocument } from '../../web/generated/webhooks/graphql.ts';
import { AllOrChoices, Choices } from '../../web/kit/choices.tsx';
import { QueryView } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { texts } from './texts.ts';

/** Values in the form for a webhook. */
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

/** True if the form has a URL and at least one event. */
export function isComplete({ url, isForAll, events }: WebhookForm): boolean {
  return url.trim() !== '' && (isForAll || events.length > 0);
}

/** Fields for URL, description and events of a webhook. */
export function WebhookFields({
  form,
  isServiceWide,
}: {
  form: UseFormReturnType<WebhookForm>;
  /** True for webhooks of the service, false for those of customers, which receive only the customer's own events. */
  isServiceWide: boolean;
}) {
  const { isForAll, events } = form.values;
  return (
    <>
      <TextInput
        label={texts.fields.url}
        description={texts.fields.urlHint}
        inputMode="url"
        required
        maxLength={2_000}
        data-autofocus
        {...form.getInputProps('url')}
      />
      <Textarea label={texts.fields.description} maxLength={500} {...form.getInputProps('description')} />
      <AllOrChoices
        legend={texts.fields.events}
        all={texts.fields.allEventsLong}
        isAll={isForAll}
        onChange={(isAll) => form.setFieldValue('isForAll', isAll)}
      >
        <EventChoices value={events} onChange={(names) => form.setFieldValue('events', names)} />
      </AllOrChoices>
      {isServiceWide && (
        <label className="check">
          <input type="checkbox" {...form.getInputProps('includesCustomers', { type: 'checkbox' })} />{' '}
          {texts.fields.includeCustomers}
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
