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

type Webhook = NonNullable<WebhookByIdQuery['webhook']>;
type OpenDialog = 'ROTATE' | 'REPLAY' | 'TURN' | 'DELETE';

/** What can be done with a webhook. The house's are the house's to change; of customers' an operator only ends them. */
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
    if (sent.kind === 'DONE') announce('A test is on its way.');
  };
  const close = () => setAsking(null);
  return (
    <>
      {isOwn && isOn && (
        <Button loading={isTesting} onClick={() => void sendTest()}>
          Send a test
        </Button>
      )}
      {isOwn && isOn && (
        <Button variant="default" onClick={() => setAsking('REPLAY')}>
          Replay
        </Button>
      )}
      {isOwn && (
        <ButtonLink to={`/admin/webhooks/${webhook.id}/change`} variant="default">
          Change
        </ButtonLink>
      )}
      {isOwn && (
        <Button variant="default" onClick={() => setAsking('ROTATE')}>
          Rotate the secret
        </Button>
      )}
      {(isOn || isOwn) && (
        <Button variant="default" onClick={() => setAsking('TURN')}>
          {isOn ? 'Disable' : 'Enable'}
        </Button>
      )}
      <Button variant="default" onClick={() => setAsking('DELETE')}>
        Delete
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
      <Secret title="The new secret" issued={issued} onClose={() => setIssued(null)} />
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
      title="Rotate the secret"
      fields={[{ label: 'Old secret stays valid for', choices: OVERLAPS, initially: DEFAULT_OVERLAP }]}
      action="Make a new secret"
      document={RotateWebhookSecretDocument}
      variablesFor={([hours], idempotencyKey) => ({
        input: { webhookId, overlapHours: Number(hours), idempotencyKey },
      })}
      onDone={({ secret }) => onDone(secret)}
      onClose={onClose}
    >
      Messages are signed with the new secret and, while it is valid, with the old one. The new one is shown once.
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
    announce(count === 0 ? 'There was nothing to send again.' : `Sent again: ${count}.`);
    onClose();
  };
  return (
    <FormDialog title="Replay since a time" isTouched={form.isDirty() && outcome?.kind !== 'DONE'} onClose={onClose}>
      {(leave) => (
        <Form label="Replay since a time" onSubmit={() => void submit()}>
          <TimeInput
            label="Events since"
            description="By your clock."
            required
            value={since}
            onChange={(typed) => form.setFieldValue('since', typed)}
          />
          <label className="check">
            <input type="checkbox" {...form.getInputProps('includesDelivered', { type: 'checkbox' })} /> Those that have
            arrived as well
          </label>
          <OutcomeNotice outcome={outcome} />
          <div className="actions">
            <Button type="submit" loading={isUnderWay} disabled={!moment}>
              Send them again
            </Button>
            <Button variant="default" onClick={leave}>
              Leave it
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
      title={isOn ? 'Disable the webhook?' : 'Enable the webhook?'}
      action={isOn ? 'Disable it' : 'Enable it'}
      isDangerous={isOn}
      announcement={isOn ? 'Nothing is sent there any more.' : 'What happens from now on is sent.'}
      onClose={onClose}
    >
      <p>
        {isOn
          ? 'What is on its way is canceled, and what happens meanwhile is never sent.'
          : 'What happens from now on is sent. What was canceled can be replayed.'}
      </p>
    </ConfirmMutation>
  );
}

function DeleteDialog({ webhookId, onClose }: { webhookId: string; onClose(): void }) {
  const navigate = useNavigate();
  return (
    <ConfirmMutation
      document={DeleteWebhookDocument}
      variables={{ input: { webhookId } }}
      title="Delete the webhook?"
      action="Delete it"
      announcement="The webhook is deleted."
      onDone={() => void navigate({ to: '/admin/webhooks' })}
      onClose={onClose}
    >
      <p>The address and all that is known of what was sent there are forgotten. It cannot be taken back.</p>
    </ConfirmMutation>
  );
}
