import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
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
import type { MutationOutcome } from '../../web/kit/outcome.ts';
import { useParamsOf } from '../../web/kit/params.ts';
import { Empty, OutcomeNotice, QueryView } from '../../web/kit/states.tsx';
import { Unsaved } from '../../web/kit/unsaved.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { useMay } from '../../web/kit/viewer.ts';
import { Visible } from '../../web/kit/visible-text.tsx';
import { isComplete, WebhookFields, type WebhookForm } from './webhook-fields.tsx';

type Webhook = NonNullable<WebhookByIdQuery['webhook']>;
type WebhookValues = Pick<Webhook, 'url' | 'description' | 'eventNames' | 'includesCustomers'>;

/** `/admin/webhooks/whk_…/change`: where it leads, and of what it is told. */
export function Screen() {
  const { webhookId } = useParamsOf('/admin/webhooks/$webhookId/change');
  const query = useQueryOf(WebhookByIdDocument, { id: webhookId });
  const manages = useMay()('webhooks:manage');
  return (
    <Detail title="Change the webhook" back={`/admin/webhooks/${webhookId}`}>
      <QueryView query={query} rows={6}>
        {({ webhook }) => {
          if (!webhook) return <Empty>There is no such webhook.</Empty>;
          if (manages && webhook.customerId) return <Empty>It is a customer’s, who alone says where it leads.</Empty>;
          return <EditWebhookForm key={webhook.id} now={webhook} />;
        }}
      </QueryView>
    </Detail>
  );
}

/** @param props.now as it stands; what was typed is compared with what the fields were filled with */
function EditWebhookForm({ now }: { now: Webhook }) {
  const [update, isUnderWay] = useMutationOf(UpdateWebhookDocument);
  const [outcome, setOutcome] = useState<MutationOutcome<UpdateWebhookMutation> | null>(null);
  const [base, setBase] = useState(() => ({ version: now.version, typed: formOf(now) }));
  const form = useForm({ initialValues: base.typed });
  const typed = form.values;
  const navigate = useNavigate();
  const changes = changesOf(base.typed, typed);
  const isChanged = Object.keys(changes).length > 0;
  const isElsewhere = changes.url !== undefined;

  const save = async (ifVersion: number) => {
    const done = await update({ input: { webhookId: now.id, ...changes, ifVersion } });
    const theirs = changedIn(done);
    // What they have changed is something else: both hold.
    if (theirs?.webhook && differencesOf(base.typed, typed, formOf(theirs.webhook)).length === 0) {
      return save(theirs.version);
    }
    setOutcome(done);
    if (done.kind !== 'DONE') return;
    announce('It holds from now on.');
    void navigate({ to: `/admin/webhooks/${now.id}`, search: true, resetScroll: false, ignoreBlocker: true });
  };
  const changed = changedIn(outcome);
  const there = changed?.webhook ? formOf(changed.webhook) : null;
  return (
    <Form label="Change the webhook" onSubmit={() => void save(base.version)}>
      <WebhookFields form={form} isOfTheHouse={!now.customerId} />
      {isElsewhere && (
        <p className="hint">
          What waits for another attempt goes to the new address, too, signed with the same secret. Rotate the secret if
          the earlier receiver should not be able to sign any more.
        </p>
      )}
      {!there && <OutcomeNotice outcome={outcome} />}
      <div className="actions">
        <Button type="submit" loading={isUnderWay} disabled={!isChanged || !isComplete(typed)}>
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
            form.setValues(there);
            setOutcome(null);
          }}
          onClose={() => setOutcome(null)}
        />
      )}
      <Unsaved when={isChanged} />
    </Form>
  );
}

function changedIn(outcome: MutationOutcome<UpdateWebhookMutation> | null) {
  return outcome?.kind === 'PROBLEM' && outcome.problem.__typename === 'WebhookChanged' ? outcome.problem : null;
}

/** Where both have changed the same in other ways. */
function differencesOf(base: WebhookForm, mine: WebhookForm, theirs: WebhookForm): Difference[] {
  const wanted = changesOf(base, mine);
  const made = changesOf(base, theirs);
  const differ = changesOf(theirs, mine);
  const isIn = (field: keyof typeof wanted) => field in wanted && field in made && field in differ;
  const eventsOf = ({ isForAll, events }: WebhookForm) => (isForAll ? 'All' : events.join(', '));
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

function formOf({ url, description, eventNames, includesCustomers }: WebhookValues): WebhookForm {
  return {
    url,
    description: description ?? '',
    includesCustomers,
    isForAll: eventNames.length === 0,
    events: eventNames,
  };
}

/** Only what differs is sent: what somebody else has changed beside it stays. */
function changesOf(base: WebhookForm, typed: WebhookForm): Omit<UpdateWebhookInput, 'webhookId' | 'ifVersion'> {
  const namesOf = ({ isForAll, events }: WebhookForm) => (isForAll ? [] : [...events].sort());
  return {
    ...(typed.url.trim() !== base.url && { url: typed.url.trim() }),
    ...(typed.description.trim() !== base.description && { description: typed.description.trim() }),
    ...(namesOf(typed).join(' ') !== namesOf(base).join(' ') && { eventNames: namesOf(typed) }),
    ...(typed.includesCustomers !== base.includesCustomers && { includesCustomers: typed.includesCustomers }),
  };
}
