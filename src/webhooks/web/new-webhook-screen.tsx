import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { CreateWebhookDocument, type CreateWebhookMutation } from '../../web/generated/webhooks/graphql.ts';
import { ConfirmLeave } from '../../web/kit/confirm-leave.tsx';
import { Detail } from '../../web/kit/detail.tsx';
import { Form } from '../../web/kit/form.tsx';
import { useIdempotencyKey } from '../../web/kit/idempotency-key.ts';
import type { MutationOutcome } from '../../web/kit/outcome.ts';
import { type IssuedSecret, Secret } from '../../web/kit/secret.tsx';
import { OutcomeNotice } from '../../web/kit/states.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { useMay } from '../../web/kit/viewer.ts';
import { texts } from './texts.ts';
import { isComplete, NOTHING_TYPED, WebhookFields } from './webhook-fields.tsx';

/** Screen `/admin/webhooks/new`: form for a new webhook. */
export function Screen() {
  const [create, isUnderWay] = useMutationOf(CreateWebhookDocument);
  const [outcome, setOutcome] = useState<MutationOutcome<CreateWebhookMutation> | null>(null);
  const form = useForm({ initialValues: NOTHING_TYPED });
  const [issued, setIssued] = useState<IssuedSecret | null>(null);
  const idempotencyKey = useIdempotencyKey();
  const isServiceWide = useMay()('webhooks:manage');
  const navigate = useNavigate();
  const submit = async () => {
    const { url, description, isForAll, events, includesCustomers } = form.values;
    const created = await create({
      input: {
        url: url.trim(),
        eventNames: isForAll ? [] : [...events],
        description: description.trim() || null,
        ...(isServiceWide && { includesCustomers }),
        idempotencyKey,
      },
    });
    setOutcome(created);
    if (created.kind === 'DONE') setIssued({ secret: created.payload.secret });
  };
  return (
    <Detail title={texts.create.title} back="/admin/webhooks">
      <Form label={texts.create.title} onSubmit={() => void submit()}>
        <WebhookFields form={form} isServiceWide={isServiceWide} />
        <OutcomeNotice outcome={outcome} />
        <div className="actions">
          <Button type="submit" loading={isUnderWay} disabled={!isComplete(form.values)}>
            {texts.create.title}
          </Button>
        </div>
      </Form>
      <ConfirmLeave when={form.isDirty() && outcome?.kind !== 'DONE'} />
      <Secret
        title={texts.create.secret}
        issued={issued}
        onClose={() => {
          setIssued(null);
          const id = outcome?.kind === 'DONE' ? outcome.payload.webhook?.id : undefined;
          void navigate({ to: id ? `/admin/webhooks/${id}` : '/admin/webhooks', ignoreBlocker: true });
        }}
      />
    </Detail>
  );
}
