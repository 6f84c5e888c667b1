import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  DeleteWebhookDocument,
  ReplayWebhookDocument,
  type ReplayWebhookMutation,
  RotateWebhookSecretDocument,
  SendTestWebhookDocument,
  type SendTestWebhookMutation,
  UpdateWebhookDocument,
  type WebhookByIdQuery,
} from '../../web/generated/webhooks/graphql.ts';
import { announce } from '../../web/kit/announce.tsx';
import { ButtonLink } from '../../web/kit/button-link.tsx';
import { ConfirmMutation } from '../../web/kit/confirm-mutation.tsx';
import { Form } from '../../web/kit/form.tsx';
import { FormDialog } from '../../web/kit/form-dialog.tsx';
import { DEFAULT_OVERLAP, OVERLAPS } from '../../web/kit/lifetime.tsx';
import { momentOf } from '../../web/kit/moments.ts';
import type { MutationOutcome } from '../../web/kit/outcome.ts';
import { RotateDialog } from '../../web/kit/rotate-dialog.tsx';
import { type IssuedSecret, Secret } from '../../web/kit/secret.tsx';
import { OutcomeNotice } from '../../web/kit/states.tsx';
import { TimeInput } from '../../web/kit/time-input.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { useMay } from '../../web/kit/viewer.ts';
import { texts } from './texts.ts';

type Webhook = NonNullable<WebhookByIdQuery['webhook']>;
type OpenDialog = 'ROTATE' | 'REPLAY' | 'TURN' | 'DELETE';

/** Buttons for changing a webhook. Operators can edit webhooks of the service, but only disable or delete those of customers. */
export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const [test, isTesting] = useMutationOf(SendTestWebhookDocument);
  const [outcome, setOutcome] = useState<MutationOutcome<SendTestWebhookMutation> | null>(null);
  const [asking, setAsking] = useState<OpenDialog | null>(null);
  const [issued, setIssued] = useState<IssuedSecret | null>(null);
  const isOwn = useMay()('webhooks:manage') ? !webhook.customerId : true;
  const isOn = webhook.state !== 'DISABLED';
  const sendTest = async () => {
    const sent = await test({ input: { webhookId: webhook.id } });
    setOutcome(sent);
    if (sent.kind === 'DONE') announce(texts.actions.testSent);
  };
  const close = () => setAsking(null);
  return (
    <>
      {isOwn && isOn && (
        <Button loading={isTesting} onClick={() => void sendTest()}>
          {texts.actions.test}
        </Button>
      )}
      {isOwn && isOn && (
        <Button variant="default" onClick={() => setAsking('REPLAY')}>
          {texts.actions.replay}
        </Button>
      )}
      {isOwn && (
        <ButtonLink to={`/admin/webhooks/${webhook.id}/change`} variant="default">
          {texts.actions.edit}
        </ButtonLink>
      )}
      {isOwn && (
        <Button variant="default" onClick={() => setAsking('ROTATE')}>
          {texts.actions.rotate}
        </Button>
      )}
      {(isOn || isOwn) && (
        <Button variant="default" onClick={() => setAsking('TURN')}>
          {isOn ? texts.actions.disable : texts.actions.enable}
        </Button>
      )}
      <Button variant="default" onClick={() => setAsking('DELETE')}>
        {texts.actions.delete}
      </Button>
      <OutcomeNotice outcome={outcome} />
      {asking === 'REPLAY' && <ReplayDialog webhookId={webhook.id} onClose={close} />}
      {asking === 'ROTATE' && (
        <RotateSecretDialog
          webhookId={webhook.id}
          onClose={close}
          onDone={(given) => {
            close();
            setIssued({ secret: given });
          }}
        />
      )}
      {asking === 'TURN' && <ToggleWebhook webhook={webhook} onClose={close} />}
      {asking === 'DELETE' && <DeleteDialog webhookId={webhook.id} onClose={close} />}
      <Secret title={texts.actions.newSecret} issued={issued} onClose={() => setIssued(null)} />
    </>
  );
}

function RotateSecretDialog({
  webhookId,
  onClose,
  onDone,
}: {
  webhookId: string;
  onClose(): void;
  onDone(secret: string | null): void;
}) {
  return (
    <RotateDialog
      title={texts.actions.rotate}
      fields={[{ label: texts.rotate.overlap, choices: OVERLAPS, initially: DEFAULT_OVERLAP }]}
      action={texts.actions.rotate}
      document={RotateWebhookSecretDocument}
      variablesFor={([hours], idempotencyKey) => ({
        input: { webhookId, overlapHours: Number(hours), idempotencyKey },
      })}
      onDone={({ secret }) => onDone(secret)}
      onClose={onClose}
    >
      {texts.rotate.text}
    </RotateDialog>
  );
}

function ReplayDialog({ webhookId, onClose }: { webhookId: string; onClose(): void }) {
  const [replay, isUnderWay] = useMutationOf(ReplayWebhookDocument);
  const [outcome, setOutcome] = useState<MutationOutcome<ReplayWebhookMutation> | null>(null);
  const form = useForm({ initialValues: { since: '', includesDelivered: false } });
  const { since, includesDelivered } = form.values;
  const moment = momentOf(since);
  const submit = async () => {
    if (!moment) return;
    const done = await replay({ input: { webhookId, since: moment, includesDelivered } });
    setOutcome(done);
    if (done.kind !== 'DONE') return;
    const { count } = done.payload;
    announce(count === 0 ? texts.replay.none : texts.replay.done(count));
    onClose();
  };
  return (
    <FormDialog title={texts.actions.replay} isTouched={form.isDirty() && outcome?.kind !== 'DONE'} onClose={onClose}>
      {(leave) => (
        <Form label={texts.actions.replay} onSubmit={() => void submit()}>
          <TimeInput
            label={texts.replay.since}
            description={texts.replay.sinceHint}
            required
            value={since}
            onChange={(typed) => form.setFieldValue('since', typed)}
          />
          <label className="check">
            <input type="checkbox" {...form.getInputProps('includesDelivered', { type: 'checkbox' })} />{' '}
            {texts.replay.includeDelivered}
          </label>
          <OutcomeNotice outcome={outcome} />
          <div className="actions">
            <Button type="submit" loading={isUnderWay} disabled={!moment}>
              {texts.actions.replay}
            </Button>
            <Button variant="default" onClick={leave}>
              {texts.replay.cancel}
            </Button>
          </div>
        </Form>
      )}
    </FormDialog>
  );
}

function ToggleWebhook({ webhook, onClose }: { webhook: Webhook; onClose(): void }) {
  const isOn = webhook.state !== 'DISABLED';
  return (
    <ConfirmMutation
      document={UpdateWebhookDocument}
      variables={{ input: { webhookId: webhook.id, isEnabled: !isOn } }}
      title={isOn ? texts.toggle.disableTitle : texts.toggle.enableTitle}
      action={isOn ? texts.actions.disable : texts.actions.enable}
      isDangerous={isOn}
      announcement={isOn ? texts.toggle.disabled : texts.toggle.enabled}
      onClose={onClose}
    >
      <p>{isOn ? texts.toggle.disableText : texts.toggle.enableText}</p>
    </ConfirmMutation>
  );
}

function DeleteDialog({ webhookId, onClose }: { webhookId: string; onClose(): void }) {
  const navigate = useNavigate();
  return (
    <ConfirmMutation
      document={DeleteWebhookDocument}
      variables={{ input: { webhookId } }}
      title={texts.delete.title}
      action={texts.actions.delete}
      announcement={texts.delete.done}
      onDone={() => void navigate({ to: '/admin/webhooks' })}
      onClose={onClose}
    >
      <p>{texts.delete.text}</p>
    </ConfirmMutation>
  );
}
