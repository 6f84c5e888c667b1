import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  MarkToolDocument,
  type MarkToolMutation,
  type PublishChannel,
  type ToolNameMatch,
} from '../../web/generated/publishing/graphql.ts';
import { announce } from '../../web/kit/announce.tsx';
import { ConfirmLeave } from '../../web/kit/confirm-leave.tsx';
import { Detail } from '../../web/kit/detail.tsx';
import { Form } from '../../web/kit/form.tsx';
import type { MutationOutcome } from '../../web/kit/outcome.ts';
import { Empty, OutcomeNotice } from '../../web/kit/states.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { enumLabel } from '../../web/kit/values.tsx';
import { useMay } from '../../web/kit/viewer.ts';
import { texts } from './texts.ts';

const CHANNELS = ['EMAIL', 'MESSAGING', 'CRM'].map((value) => ({ value, label: enumLabel(value) }));
const MATCHES = [
  { value: 'EXACT', label: texts.mark.exact },
  { value: 'PREFIX', label: texts.mark.prefix },
];

const NOTHING_TYPED = {
  name: '',
  match: 'EXACT' as ToolNameMatch,
  channel: 'EMAIL' as PublishChannel,
  pointers: '/to',
  prefix: '',
  customerId: '',
};
/** Text fields with input that the user must confirm to discard. */
const TEXTS = ['name', 'pointers', 'prefix', 'customerId'] as const;

const BACK = '/admin/publishing';

/** Screen `/admin/publishing/mark`: a form to mark a tool, so that its calls need approval. */
export function Screen() {
  const manages = useMay()('publishing:manage');
  return (
    <Detail title={texts.mark.title} back={BACK}>
      {manages ? <MarkTool /> : <Empty>{texts.mark.forbidden}</Empty>}
    </Detail>
  );
}

/** Form to require approval for the calls of a tool. */
function MarkTool() {
  const [send, isUnderWay] = useMutationOf(MarkToolDocument);
  const [outcome, setOutcome] = useState<MutationOutcome<MarkToolMutation> | null>(null);
  const form = useForm({ initialValues: NOTHING_TYPED });
  const { name, match, channel, pointers, prefix, customerId } = form.values;
  const navigate = useNavigate();
  const isTyped = TEXTS.some((field) => form.isDirty(field));

  const submit = async () => {
    const done = await send({
      input: {
        name: name.trim(),
        match,
        channel,
        targetPointers: pointers.split(/[\s,]+/).filter((one) => one !== ''),
        targetPrefix: prefix || null,
        customerId: customerId.trim() || null,
      },
    });
    setOutcome(done);
    if (done.kind !== 'DONE') return;
    announce(texts.mark.done(name.trim()));
    void navigate({ to: BACK, search: true, resetScroll: false, ignoreBlocker: true });
  };
  return (
    <Form label={texts.mark.title} onSubmit={() => void submit()}>
      <TextInput
        label={texts.mark.name}
        description={texts.mark.nameHint}
        maxLength={64}
        required
        {...form.getInputProps('name')}
        data-autofocus
      />
      <NativeSelect label={texts.mark.match} data={MATCHES} {...form.getInputProps('match')} />
      <NativeSelect label={texts.tools.channel} data={CHANNELS} {...form.getInputProps('channel')} />
      <TextInput
        label={texts.tools.recipients}
        description={texts.mark.recipientsHint}
        required
        {...form.getInputProps('pointers')}
      />
      <TextInput
        label={texts.mark.prefixField}
        description={texts.mark.prefixHint}
        maxLength={80}
        {...form.getInputProps('prefix')}
      />
      <TextInput
        label={texts.mark.customer}
        description={texts.mark.customerHint}
        {...form.getInputProps('customerId')}
      />
      <OutcomeNotice outcome={outcome} />
      <div className="actions">
        <Button type="submit" loading={isUnderWay} disabled={name.trim() === ''}>
          {texts.mark.title}
        </Button>
      </div>
      <ConfirmLeave when={isTyped} />
    </Form>
  );
}
