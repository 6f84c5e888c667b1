import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { InvitePersonDocument, type InvitePersonMutation } from '../../web/generated/operators/graphql.ts';
import { ConfirmLeave } from '../../web/kit/confirm-leave.tsx';
import { Detail } from '../../web/kit/detail.tsx';
import { Form } from '../../web/kit/form.tsx';
import { useIdempotencyKey } from '../../web/kit/idempotency-key.ts';
import type { MutationOutcome } from '../../web/kit/outcome.ts';
import { type IssuedSecret, Secret } from '../../web/kit/secret.tsx';
import { OutcomeNotice } from '../../web/kit/states.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { RoleChoices, type RoleName } from './roles.tsx';
import { texts } from './texts.ts';

const BACK = '/admin/operators/invitations';

/** `/admin/operators/invitations/new`: invites an operator. */
export function Screen() {
  const [invite, isUnderWay] = useMutationOf(InvitePersonDocument);
  const [outcome, setOutcome] = useState<MutationOutcome<InvitePersonMutation> | null>(null);
  const form = useForm({ initialValues: { email: '', roles: [] as readonly RoleName[] } });
  const { email, roles } = form.values;
  const [issued, setIssued] = useState<IssuedSecret | null>(null);
  const idempotencyKey = useIdempotencyKey();
  const navigate = useNavigate();
  const submit = async () => {
    if (email.trim() === '' || roles.length === 0) return;
    const made = await invite({ input: { email: email.trim(), roles: [...roles], idempotencyKey } });
    setOutcome(made);
    if (made.kind === 'DONE') setIssued({ secret: made.payload.link });
  };
  return (
    <Detail title={texts.invitations.invite} back={BACK}>
      <Form label={texts.invitations.invite} onSubmit={() => void submit()}>
        <p className="form-lead">{texts.invite.lead}</p>
        <TextInput
          label={texts.invitations.email}
          description={texts.invite.emailHint}
          type="email"
          autoComplete="off"
          required
          maxLength={254}
          data-autofocus
          {...form.getInputProps('email')}
        />
        <RoleChoices value={roles} onChange={(chosen) => form.setFieldValue('roles', chosen)} />
        <OutcomeNotice outcome={outcome} />
        <div className="actions">
          <Button type="submit" loading={isUnderWay} disabled={email.trim() === '' || roles.length === 0}>
            {texts.invite.submit}
          </Button>
        </div>
      </Form>
      <ConfirmLeave when={form.isDirty() && outcome?.kind !== 'DONE'} />
      <Secret
        title={texts.invite.secretTitle(email.trim())}
        issued={issued}
        remedy={texts.invite.remedy}
        onClose={() => {
          setIssued(null);
          void navigate({ to: BACK, resetScroll: false, ignoreBlocker: true });
        }}
      />
    </Detail>
  );
}
