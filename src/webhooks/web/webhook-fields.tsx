import { Textarea, TextInput } from '@mantine/core';
import { EventsForWebhooksDocument } from '../../web/generated/webhooks/graphql.ts';
import { Shown } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';

/** What is said of a webhook, as it stands in fields. */
export interface WebhookTyped {
  url: string;
  description: string;
  isForAll: boolean;
  events: readonly string[];
  includesCustomers: boolean;
}

export const NOTHING_TYPED: WebhookTyped = {
  url: '',
  description: '',
  isForAll: true,
  events: [],
  includesCustomers: false,
};

/** Whether it can be sent: it has an address, and is told of something. */
export function isWhole({ url, isForAll, events }: WebhookTyped): boolean {
  return url.trim() !== '' && (isForAll || events.length > 0);
}

/** Address, purpose and events of a webhook. */
export function WebhookFields({
  typed,
  onChange,
  isOfTheHouse,
}: {
  typed: WebhookTyped;
  onChange(some: Partial<WebhookTyped>): void;
  /** A customer is told of its own events and no others. */
  isOfTheHouse: boolean;
}) {
  const { url, description, isForAll, events, includesCustomers } = typed;
  return (
    <>
      <TextInput
        label="Address"
        description="Begins with https://. Events are posted to it."
        inputMode="url"
        required
        maxLength={2_000}
        data-autofocus
        value={url}
        onChange={(event) => onChange({ url: event.currentTarget.value })}
      />
      <Textarea
        label="What it is for"
        maxLength={500}
        value={description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
      <fieldset>
        <legend>Events</legend>
        <label className="check">
          <input type="radio" name="events" checked={isForAll} onChange={() => onChange({ isForAll: true })} /> All,
          those that come later as well
        </label>
        <label className="check">
          <input type="radio" name="events" checked={!isForAll} onChange={() => onChange({ isForAll: false })} /> Only
          these
        </label>
        {!isForAll && <EventChoices value={events} onChange={(names) => onChange({ events: names })} />}
      </fieldset>
      {isOfTheHouse && (
        <label className="check">
          <input
            type="checkbox"
            checked={includesCustomers}
            onChange={(event) => onChange({ includesCustomers: event.target.checked })}
          />{' '}
          Events of customers as well
        </label>
      )}
    </>
  );
}

function EventChoices({ value, onChange }: { value: readonly string[]; onChange(names: readonly string[]): void }) {
  const asked = useQueryOf(EventsForWebhooksDocument, {});
  return (
    <Shown asked={asked} rows={4}>
      {({ webhookEvents }) => (
        <div className="choices">
          {webhookEvents.map(({ name, description }) => (
            <label key={name} className="check">
              <input
                type="checkbox"
                checked={value.includes(name)}
                onChange={(event) =>
                  onChange(event.target.checked ? [...value, name] : value.filter((one) => one !== name))
                }
              />
              <span>
                <code>{name}</code> <span className="hint">{description}</span>
              </span>
            </label>
          ))}
        </div>
      )}
    </Shown>
  );
}
