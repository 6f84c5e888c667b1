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
import { ConfirmLeave } from '../../web/kit/confirm-leave.tsx';
import { Conflict, type Difference } from '../../web/kit/conflict.tsx';
import { Detail } from '../../web/kit/detail.tsx';
import { Form } from '../../web/kit/form.tsx';
import type { MutationOutcome } from '../../web/kit/outcome.ts';
import { useParamsOf } from '../../web/kit/params.ts';
import { Empty, OutcomeNotice, QueryView } from '../../web/kit/states.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { useMay } from '../../web/kit/viewer.ts';
import { Visible } from '../../web/kit/visible-text.tsx';
import { texts } from './texts.ts';
import { isComplete, WebhookFields, type WebhookForm } from './webhook-fields.tsx';

type Webhook = NonNullable<WebhookByIdQuery['webhook']>;
type WebhookValues = Pick<Webhook, 'url' | 'description' | 'eventNames' | 'includesCustomers'>;

/** Screen `/admin/webhooks/whk_…/change`: form for the URL, description and events of a webhook. */
export function Screen() {
  const { webhookId } = useParamsOf('/admin/webhooks/$webhookId/change');
  const query = useQueryOf(WebhookByIdDocument, { id: webhookId });
  const manages = useMay()('webhooks:manage');
  return (
    <Detail title={texts.edit.title} back={`/admin/webhooks/${webhookId}`}>
      <QueryView query={query} rows={6}>
        {({ webhook }) => {
          if (!webhook) return <Empty>{texts.webhook.notFound}</Empty>;
          if (manages && webhook.customerId) return <Empty>{texts.edit.notYours}</Empty>;
          return <EditWebhookForm key={webhook.id} now={webhook} />;
        }}
      </QueryView>
    </Detail>
  );
}

/**
 * @param props.now current webhook. Input is compared with the values at the opening of the form, or with those last taken over
 * after a conflict.
 */
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
    // No field was changed by both people to different values, so both changes apply.
    if (theirs?.webhook && differencesOf(base.typed, typed, formOf(theirs.webhook)).length === 0) {
      return save(theirs.version);
    }
    setOutcome(done);
    if (done.kind !== 'DONE') return;
    announce(texts.edit.done);
    void navigate({ to: `/admin/webhooks/${now.id}`, search: true, resetScroll: false, ignoreBlocker: true });
  };
  const changed = changedIn(outcome);
  const there = changed?.webhook ? formOf(changed.webhook) : null;
  return (
    <Form label={texts.edit.title} onSubmit={() => void save(base.version)}>
      <WebhookFields form={form} isServiceWide={!now.customerId} />
      {isElsewhere && <p className="hint">{texts.edit.urlChanged}</p>}
      {!there && <OutcomeNotice outcome={outcome} />}
      <div className="actions">
        <Button type="submit" loading={isUnderWay} disabled={!isChanged || !isComplete(typed)}>
          {texts.edit.save}
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
      <ConfirmLeave when={isChanged} />
    </Form>
  );
}

function changedIn(outcome: MutationOutcome<UpdateWebhookMutation> | null) {
  return outcome?.kind === 'PROBLEM' && outcome.problem.__typename === 'WebhookChanged' ? outcome.problem : null;
}

/** Fields that the user and another person changed to different values. */
function differencesOf(base: WebhookForm, mine: WebhookForm, theirs: WebhookForm): Difference[] {
  const wanted = changesOf(base, mine);
  const made = changesOf(base, theirs);
  const differ = changesOf(theirs, mine);
  const isIn = (field: keyof typeof wanted) => field in wanted && field in made && field in differ;
  const eventsOf = ({ isForAll, events }: WebhookForm) => (isForAll ? texts.fields.allEvents : events.join(', '));
  return [
    ...(isIn('url')
      ? [{ field: texts.fields.url, mine: <Visible text={mine.url} />, theirs: <Visible text={theirs.url} /> }]
      : []),
    ...(isIn('description')
      ? [
          {
            field: texts.fields.description,
            mine: <Visible text={mine.description || texts.edit.noDescription} />,
            theirs: <Visible text={theirs.description || texts.edit.noDescription} />,
          },
        ]
      : []),
    ...(isIn('eventNames') ? [{ field: texts.fields.events, mine: eventsOf(mine), theirs: eventsOf(theirs) }] : []),
    ...(isIn('includesCustomers')
      ? [
          {
            field: texts.fields.customerEvents,
            mine: mine.includesCustomers ? texts.edit.included : texts.edit.notIncluded,
            theirs: theirs.includesCustomers ? texts.edit.included : texts.edit.notIncluded,
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

/** Input with only the fields that differ from `base`, so that another person's changes to other fields stay. */
function changesOf(base: WebhookForm, typed: WebhookForm): Omit<UpdateWebhookInput, 'webhookId' | 'ifVersion'> {
  const namesOf = ({ isForAll, events }: WebhookForm) => (isForAll ? [] : [...events].sort());
  return {
    ...(typed.url.trim() !== base.url && { url: typed.url.trim() }),
    ...(typed.description.trim() !== base.description && { description: typed.description.trim() }),
    ...(namesOf(typed).join(' ') !== namesOf(base).join(' ') && { eventNames: namesOf(typed) }),
    ...(typed.includesCustomers !== base.includesCustomers && { includesCustomers: typed.includesCustomers }),
  };
}
