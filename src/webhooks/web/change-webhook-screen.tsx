import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  UpdateWebhookDocument,
  type UpdateWebhookInput,
  type UpdateWebhookMutation,
  WebhookByIdDocument,
  type WebhookByIdQuery,
} from '../../web/generated/webhooks/graphql.ts';
import { announce } from '../../web/kit/announce.tsx';
import { Conflict, type Difference } from '../../web/kit/conflict.tsx';
import { Detail } from '../../web/kit/detail.tsx';
import { Form } from '../../web/kit/form.tsx';
import type { Outcome } from '../../web/kit/outcome.ts';
import { useParamsOf } from '../../web/kit/params.ts';
import { Empty, OutcomeNotice, Shown } from '../../web/kit/states.tsx';
import { Unsaved } from '../../web/kit/unsaved.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { useMay } from '../../web/kit/viewer.ts';
import { Visible } from '../../web/kit/visible-text.tsx';
import { isWhole, WebhookFields, type WebhookTyped } from './webhook-fields.tsx';

type Webhook = NonNullable<WebhookByIdQuery['webhook']>;
type Said = Pick<Webhook, 'url' | 'description' | 'eventNames' | 'includesCustomers'>;

/** `/admin/webhooks/whk_…/change`: where it leads, and of what it is told. */
export function Screen() {
  const { webhookId } = useParamsOf('/admin/webhooks/$webhookId/change');
  const asked = useQueryOf(WebhookByIdDocument, { id: webhookId });
  const manages = useMay()('webhooks:manage');
  return (
    <Detail title="Change the webhook" back={`/admin/webhooks/${webhookId}`}>
      <Shown asked={asked} rows={6}>
        {({ webhook }) => {
          if (!webhook) return <Empty>There is no such webhook.</Empty>;
          if (manages && webhook.customerId) return <Empty>It is a customer’s, who alone says where it leads.</Empty>;
          return <Change key={webhook.id} now={webhook} />;
        }}
      </Shown>
    </Detail>
  );
}

/** @param props.now as it stands; what was typed is compared with what the fields were filled with */
function Change({ now }: { now: Webhook }) {
  const [update, isUnderWay] = useMutationOf(UpdateWebhookDocument);
  const [outcome, setOutcome] = useState<Outcome<UpdateWebhookMutation> | null>(null);
  const [base, setBase] = useState(() => ({ version: now.version, typed: typedOf(now) }));
  const [typed, setTyped] = useState(base.typed);
  const navigate = useNavigate();
  const changes = changesOf(base.typed, typed);
  const isChanged = Object.keys(changes).length > 0;
  const isElsewhere = changes.url !== undefined;

  const save = async (ifVersion: number) => {
    const done = await update({ input: { webhookId: now.id, ...changes, ifVersion } });
    const theirs = changedIn(done);
    // What they have changed is something else: both hold.
    if (theirs?.webhook && differencesOf(base.typed, typed, typedOf(theirs.webhook)).length === 0) {
      return save(theirs.version);
    }
    setOutcome(done);
    if (done.kind !== 'DONE') return;
    announce('It holds from now on.');
    void navigate({ to: `/admin/webhooks/${now.id}`, search: true, resetScroll: false, ignoreBlocker: true });
  };
  const changed = changedIn(outcome);
  const there = changed?.webhook ? typedOf(changed.webhook) : null;
  return (
    <Form label="Change the webhook" onSubmit={() => void save(base.version)}>
      <WebhookFields
        typed={typed}
        onChange={(some) => setTyped((before) => ({ ...before, ...some }))}
        isOfTheHouse={!now.customerId}
      />
      {isElsewhere && (
        <p className="hint">
          What waits for another attempt goes to the new address, too, signed with the same secret. Rotate the secret if
          the earlier receiver should not be able to sign any more.
        </p>
      )}
      {!there && <OutcomeNotice outcome={outcome} />}
      <div className="actions">
        <Button type="submit" loading={isUnderWay} disabled={!isChanged || !isWhole(typed)}>
          Save
        </Button>
      </div>
      {changed && there && (
        <Conflict
          isOpen
          differences={differencesOf(base.typed, typed, there)}
          onTakeMine={() => void save(changed.version)}
          onTakeTheirs={() => {
            setBase({ version: changed.version, typed: there });
            setTyped(there);
            setOutcome(null);
          }}
          onClose={() => setOutcome(null)}
        />
      )}
      <Unsaved when={isChanged} />
    </Form>
  );
}

function changedIn(outcome: Outcome<UpdateWebhookMutation> | null) {
  return outcome?.kind === 'PROBLEM' && outcome.problem.__typename === 'WebhookChanged' ? outcome.problem : null;
}

/** Where both have changed the same in other ways. */
function differencesOf(base: WebhookTyped, mine: WebhookTyped, theirs: WebhookTyped): Difference[] {
  const wanted = changesOf(base, mine);
  const made = changesOf(base, theirs);
  const differ = changesOf(theirs, mine);
  const isIn = (field: keyof typeof wanted) => field in wanted && field in made && field in differ;
  const eventsOf = ({ isForAll, events }: WebhookTyped) => (isForAll ? 'All' : events.join(', '));
  return [
    ...(isIn('url')
      ? [{ field: 'Address', mine: <Visible text={mine.url} />, theirs: <Visible text={theirs.url} /> }]
      : []),
    ...(isIn('description')
      ? [
          {
            field: 'What it is for',
            mine: <Visible text={mine.description || 'Nothing'} />,
            theirs: <Visible text={theirs.description || 'Nothing'} />,
          },
        ]
      : []),
    ...(isIn('eventNames') ? [{ field: 'Events', mine: eventsOf(mine), theirs: eventsOf(theirs) }] : []),
    ...(isIn('includesCustomers')
      ? [
          {
            field: 'Events of customers',
            mine: mine.includesCustomers ? 'As well' : 'No',
            theirs: theirs.includesCustomers ? 'As well' : 'No',
          },
        ]
      : []),
  ];
}

function typedOf({ url, description, eventNames, includesCustomers }: Said): WebhookTyped {
  return {
    url,
    description: description ?? '',
    includesCustomers,
    isForAll: eventNames.length === 0,
    events: eventNames,
  };
}

/** Only what differs is sent: what somebody else has changed beside it stays. */
function changesOf(base: WebhookTyped, typed: WebhookTyped): Omit<UpdateWebhookInput, 'webhookId' | 'ifVersion'> {
  const namesOf = ({ isForAll, events }: WebhookTyped) => (isForAll ? [] : [...events].sort());
  return {
    ...(typed.url.trim() !== base.url && { url: typed.url.trim() }),
    ...(typed.description.trim() !== base.description && { description: typed.description.trim() }),
    ...(namesOf(typed).join(' ') !== namesOf(base).join(' ') && { eventNames: namesOf(typed) }),
    ...(typed.includesCustomers !== base.includesCustomers && { includesCustomers: typed.includesCustomers }),
  };
}
