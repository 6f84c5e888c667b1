import { Button } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import {
  UpdateWebhookDocument,
  type UpdateWebhookInput,
  type UpdateWebhookMutation,
  WebhookByIdDocument,
  type WebhookByIdQuery,
} from '../../web/generated/webhooks/graphql.ts';
import { announce } from '../../web/kit/announce.tsx';
import { Detail } from '../../web/kit/detail.tsx';
import { Form } from '../../web/kit/form.tsx';
import type { Outcome } from '../../web/kit/outcome.ts';
import { Empty, OutcomeNotice, Shown } from '../../web/kit/states.tsx';
import { Unsaved } from '../../web/kit/unsaved.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { useMay } from '../../web/kit/viewer.ts';
import { isWhole, WebhookFields, type WebhookTyped } from './webhook-fields.tsx';

type Webhook = NonNullable<WebhookByIdQuery['webhook']>;

/** `/admin/webhooks/whk_…/change`: where it leads, and of what it is told. */
export function Screen() {
  const { webhookId } = useParams({ strict: false }) as { webhookId: string };
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
  const [base] = useState(() => typedOf(now));
  const [typed, setTyped] = useState(base);
  const navigate = useNavigate();
  const changes = changesOf(base, typed);
  const isChanged = Object.keys(changes).length > 0;
  const isElsewhere = changes.url !== undefined;

  const save = async () => {
    const done = await update({ input: { webhookId: now.id, ...changes } });
    setOutcome(done);
    if (done.kind !== 'DONE') return;
    announce('It holds from now on.');
    void navigate({ to: `/admin/webhooks/${now.id}`, search: true as never, resetScroll: false, ignoreBlocker: true });
  };
  return (
    <Form label="Change the webhook" submit={() => void save()}>
      <WebhookFields
        typed={typed}
        change={(some) => setTyped((before) => ({ ...before, ...some }))}
        isOfTheHouse={!now.customerId}
      />
      {isElsewhere && (
        <p className="hint">
          What waits for another attempt goes to the new address, too, signed with the same secret. Rotate the secret if
          the earlier receiver should not be able to sign any more.
        </p>
      )}
      <OutcomeNotice outcome={outcome} />
      <div className="actions">
        <Button type="submit" loading={isUnderWay} disabled={!isChanged || !isWhole(typed)}>
          Save
        </Button>
      </div>
      <Unsaved when={isChanged} />
    </Form>
  );
}

function typedOf({ url, description, eventNames, includesCustomers }: Webhook): WebhookTyped {
  return {
    ...{ url, description: description ?? '', includesCustomers },
    ...{ isForAll: eventNames.length === 0, events: eventNames },
  };
}

/** Only what differs is sent: what somebody else has changed beside it stays. */
function changesOf(base: WebhookTyped, typed: WebhookTyped): Omit<UpdateWebhookInput, 'webhookId'> {
  const namesOf = ({ isForAll, events }: WebhookTyped) => (isForAll ? [] : [...events].sort());
  return {
    ...(typed.url.trim() !== base.url && { url: typed.url.trim() }),
    ...(typed.description.trim() !== base.description && { description: typed.description.trim() }),
    ...(namesOf(typed).join(' ') !== namesOf(base).join(' ') && { eventNames: namesOf(typed) }),
    ...(typed.includesCustomers !== base.includesCustomers && { includesCustomers: typed.includesCustomers }),
  };
}
