import { Button, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  CreateWebhookDocument,
  type CreateWebhookMutation,
  EventsForWebhooksDocument,
} from '../../web/generated/webhooks/graphql.ts';
import { Detail } from '../../web/kit/detail.tsx';
import { Form } from '../../web/kit/form.tsx';
import type { Outcome } from '../../web/kit/outcome.ts';
import { Secret } from '../../web/kit/secret.tsx';
import { OutcomeNotice, Shown } from '../../web/kit/states.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { useMay } from '../../web/kit/viewer.ts';

/** `/admin/webhooks/new` */
export function Screen() {
  const [create, isUnderWay] = useMutationOf(CreateWebhookDocument);
  const [outcome, setOutcome] = useState<Outcome<CreateWebhookMutation> | null>(null);
  const [url, setUrl] = useState('');
  const [description, setDescription] = useState('');
  const [isForAll, setForAll] = useState(true);
  const [events, setEvents] = useState<readonly string[]>([]);
  const [includesCustomers, setIncludesCustomers] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const isOfTheHouse = useMay()('webhooks:manage');
  const navigate = useNavigate();
  const submit = async () => {
    const created = await create({
      input: {
        url: url.trim(),
        eventNames: isForAll ? [] : [...events],
        description: description.trim() || null,
        ...(isOfTheHouse && { includesCustomers }),
      },
    });
    setOutcome(created);
    if (created.kind === 'DONE') setSecret(created.payload.secret);
  };
  return (
    <Detail title="New webhook" back="/admin/webhooks">
      <Form label="New webhook" submit={() => void submit()}>
        <TextInput
          label="Address"
          description="Begins with https://. Events are posted to it."
          inputMode="url"
          required
          maxLength={2_000}
          data-autofocus
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <Textarea
          label="What it is for"
          maxLength={500}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <fieldset>
          <legend>Events</legend>
          <label className="check">
            <input type="radio" name="events" checked={isForAll} onChange={() => setForAll(true)} /> All, those that
            come later as well
          </label>
          <label className="check">
            <input type="radio" name="events" checked={!isForAll} onChange={() => setForAll(false)} /> Only these
          </label>
          {!isForAll && <EventChoices chosen={events} choose={setEvents} />}
        </fieldset>
        {isOfTheHouse && (
          <label className="check">
            <input
              type="checkbox"
              checked={includesCustomers}
              onChange={(event) => setIncludesCustomers(event.target.checked)}
            />{' '}
            Events of customers as well
          </label>
        )}
        <OutcomeNotice outcome={outcome} />
        <div className="actions">
          <Button type="submit" loading={isUnderWay} disabled={url.trim() === '' || (!isForAll && events.length === 0)}>
            Make the webhook
          </Button>
        </div>
      </Form>
      <Secret
        title="The secret that messages are signed with"
        secret={secret}
        close={() => {
          setSecret(null);
          const id = outcome?.kind === 'DONE' ? outcome.payload.webhook?.id : undefined;
          void navigate({ to: id ? `/admin/webhooks/${id}` : '/admin/webhooks' });
        }}
      />
    </Detail>
  );
}

function EventChoices({ chosen, choose }: { chosen: readonly string[]; choose(names: readonly string[]): void }) {
  const asked = useQueryOf(EventsForWebhooksDocument, {});
  return (
    <Shown asked={asked} rows={4}>
      {({ webhookEvents }) => (
        <div className="choices">
          {webhookEvents.map(({ name, description }) => (
            <label key={name} className="check">
              <input
                type="checkbox"
                checked={chosen.includes(name)}
                onChange={(event) =>
                  choose(event.target.checked ? [...chosen, name] : chosen.filter((one) => one !== name))
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
