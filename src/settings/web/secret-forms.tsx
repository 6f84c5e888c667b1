import { Button, Modal, PasswordInput, TextInput } from '@mantine/core';
import { useIdempotencyKey } from '../../web/kit/idempotency-key.ts';
import '@mantine/core/styles/PasswordInput.layer.css';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import {
  RevokeInboundSecretDocument,
  RotateInboundSecretDocument,
  type RotateInboundSecretMutation,
  SetSettingDocument,
  type SetSettingMutation,
} from '../../web/generated/settings/graphql.ts';
import { ActorName } from '../../web/kit/actor.tsx';
import { announce } from '../../web/kit/announce.tsx';
import { ConfirmMutation } from '../../web/kit/confirm-mutation.tsx';
import { Conflict } from '../../web/kit/conflict.tsx';
import { Form } from '../../web/kit/form.tsx';
import { FormDialog } from '../../web/kit/form-dialog.tsx';
import type { MutationOutcome } from '../../web/kit/outcome.ts';
import { useReturnFocus } from '../../web/kit/return-focus.ts';
import { OutcomeNotice } from '../../web/kit/states.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { When } from '../../web/kit/values.tsx';
import { fieldErrorOf } from './field-error.ts';
import { INBOUND_SECRET, type Setting } from './setting.ts';
import { texts } from './texts.ts';

const MAX_HOURS = 168;
const DEFAULT_HOURS = '24';

/** Dialog that generates a new secret. */
export function RotateSecret({
  now,
  onReload,
  onClose,
  onDone,
}: {
  now: Setting;
  onReload(): void;
  onClose(): void;
  onDone(secret: string | null): void;
}) {
  useReturnFocus();
  const idempotencyKey = useIdempotencyKey();
  const [rotate, isUnderWay] = useMutationOf(RotateInboundSecretDocument);
  const [outcome, setOutcome] = useState<MutationOutcome<RotateInboundSecretMutation> | null>(null);
  const [version] = useState(now.version);
  const [typed, setTyped] = useState(DEFAULT_HOURS);
  const hours = hoursOf(typed);
  const submit = async (ifVersion: number) => {
    if (hours === null) return;
    const rotated = await rotate({ input: { overlapHours: hours, ifVersion, idempotencyKey } });
    setOutcome(rotated);
    if (rotated.kind === 'PROBLEM' && rotated.problem.__typename === 'SettingChanged') onReload();
    if (rotated.kind === 'DONE') onDone(rotated.payload.secret);
  };
  const isChanged = outcome?.kind === 'PROBLEM' && outcome.problem.__typename === 'SettingChanged';
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.inbound.rotate}
      centered
      closeButtonProps={{ 'aria-label': texts.common.close }}
    >
      <Form label={texts.inbound.rotate} onSubmit={() => void submit(version)}>
        <p className="settings-said">{texts.rotate.text}</p>
        <Overlap typed={typed} onChange={setTyped} isFirst />
        {!isChanged && <OutcomeNotice outcome={outcome} />}
        <div className="actions">
          <Button type="submit" loading={isUnderWay} disabled={hours === null}>
            {texts.inbound.rotate}
          </Button>
          <Button variant="default" onClick={onClose}>
            {texts.common.cancel}
          </Button>
        </div>
      </Form>
      <Conflict
        isOpen={isChanged && now.version > version}
        who={now.updatedBy && <ActorName actor={now.updatedBy} />}
        differences={[
          {
            field: texts.earlier.secret,
            theirs: <code>{fingerprintOf(now) ?? texts.common.none}</code>,
            mine: texts.rotate.mine,
          },
        ]}
        onTakeMine={() => void submit(now.version)}
        onTakeTheirs={onClose}
        onClose={() => setOutcome(null)}
      />
    </Modal>
  );
}

/** Dialog to set a secret generated elsewhere. */
export function SetSecret({ now, onReload, onClose }: { now: Setting; onReload(): void; onClose(): void }) {
  const [send, isUnderWay] = useMutationOf(SetSettingDocument);
  const [outcome, setOutcome] = useState<MutationOutcome<SetSettingMutation> | null>(null);
  const [version] = useState(now.version);
  const form = useForm({ initialValues: { secret: '', hours: DEFAULT_HOURS } });
  const { secret } = form.values;
  const hours = hoursOf(form.values.hours);
  const submit = async (ifVersion: number) => {
    if (hours === null) return;
    const done = await send({
      input: { name: INBOUND_SECRET, secret: secret.trim(), overlapHours: hours, ifVersion },
    });
    setOutcome(done);
    if (done.kind === 'PROBLEM' && done.problem.__typename === 'SettingChanged') onReload();
    if (done.kind !== 'DONE') return;
    announce(texts.set.done);
    onClose();
  };
  const problem = outcome?.kind === 'PROBLEM' ? outcome.problem : null;
  const mistake = problem && fieldErrorOf(problem);
  const isChanged = problem?.__typename === 'SettingChanged';
  return (
    <FormDialog title={texts.inbound.set} isTouched={form.isDirty() && outcome?.kind !== 'DONE'} onClose={onClose}>
      {(leave) => (
        <>
          <Form label={texts.inbound.set} onSubmit={() => void submit(version)}>
            <PasswordInput
              label={texts.earlier.secret}
              description={texts.set.hint}
              autoComplete="off"
              maxLength={300}
              data-autofocus
              visibilityToggleButtonProps={{ 'aria-label': texts.common.showInput }}
              value={secret}
              error={mistake}
              onChange={(event) => {
                form.setFieldValue('secret', event.currentTarget.value);
                if (mistake) setOutcome(null);
              }}
            />
            <Overlap typed={form.values.hours} onChange={(typed) => form.setFieldValue('hours', typed)} />
            {!mistake && !isChanged && <OutcomeNotice outcome={outcome} />}
            <div className="actions">
              <Button type="submit" loading={isUnderWay} disabled={hours === null || secret.trim() === ''}>
                {texts.set.action}
              </Button>
              <Button variant="default" onClick={leave}>
                {texts.common.cancel}
              </Button>
            </div>
          </Form>
          <Conflict
            isOpen={isChanged && now.version > version}
            who={now.updatedBy && <ActorName actor={now.updatedBy} />}
            differences={[
              {
                field: texts.earlier.secret,
                theirs: <code>{fingerprintOf(now) ?? texts.common.none}</code>,
                mine: texts.set.mine,
              },
            ]}
            onTakeMine={() => void submit(now.version)}
            onTakeTheirs={onClose}
            onClose={() => setOutcome(null)}
          />
        </>
      )}
    </FormDialog>
  );
}

/** Dialog that asks for confirmation before a secret is revoked. */
export function RevokeSecret({
  fingerprint,
  isInForce,
  onClose,
}: {
  fingerprint: string;
  isInForce: boolean;
  onClose(): void;
}) {
  return (
    <ConfirmMutation
      document={RevokeInboundSecretDocument}
      variables={{ input: { fingerprint } }}
      title={texts.revoke.title(fingerprint)}
      action={texts.inbound.revoke}
      announcement={texts.revoke.done(fingerprint)}
      onClose={onClose}
    >
      <p>{isInForce ? texts.revoke.current : texts.revoke.earlier}</p>
    </ConfirmMutation>
  );
}

export function fingerprintOf({ value }: Pick<Setting, 'value'>): string | null {
  return value.__typename === 'SecretValue' ? (value.fingerprint ?? null) : null;
}

function Overlap({ typed, onChange, isFirst }: { typed: string; onChange(typed: string): void; isFirst?: boolean }) {
  const hours = hoursOf(typed);
  const wrong = texts.overlap.wrong(MAX_HOURS);
  return (
    <TextInput
      label={texts.overlap.label}
      description={hours === 0 ? texts.overlap.none : <Until hours={hours} />}
      inputMode="numeric"
      data-autofocus={isFirst}
      maxLength={3}
      autoComplete="off"
      classNames={{ root: 'settings-number' }}
      value={typed}
      error={hours === null && wrong}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function Until({ hours }: { hours: number | null }) {
  if (hours === null) return texts.overlap.both;
  return <>{texts.overlap.until(<When at={new Date(Date.now() + hours * 3_600_000).toISOString()} />)}</>;
}

function hoursOf(typed: string): number | null {
  const hours = /^\d{1,3}$/.test(typed.trim()) ? Number(typed) : null;
  return hours !== null && hours <= MAX_HOURS ? hours : null;
}
