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
import { Detail } from '../../web/kit/detail.tsx';
import { Form } from '../../web/kit/form.tsx';
import type { MutationOutcome } from '../../web/kit/outcome.ts';
import { Empty, OutcomeNotice } from '../../web/kit/states.tsx';
import { Unsaved } from '../../web/kit/unsaved.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { enumLabel } from '../../web/kit/values.tsx';
import { useMay } from '../../web/kit/viewer.ts';

const CHANNELS = ['EMAIL', 'MESSAGING', 'CRM'].map((value) => ({ value, label: enumLabel(value) }));
const MATCHES = [
  { value: 'EXACT', label: 'Is called exactly so' },
  { value: 'PREFIX', label: 'Has a name that begins so' },
];

const NOTHING_TYPED = {
  name: '',
  match: 'EXACT' as ToolNameMatch,
  channel: 'EMAIL' as PublishChannel,
  pointers: '/to',
  prefix: '',
  customerId: '',
};
/** Fields whose text is asked about before it is lost. */
const TEXTS = ['name', 'pointers', 'prefix', 'customerId'] as const;

const BACK = '/admin/publishing';

/** `/admin/publishing/mark` */
export function Screen() {
  const manages = useMay()('publishing:manage');
  return (
    <Detail title="Mark a tool" back={BACK}>
      {manages ? <MarkTool /> : <Empty>Marking a tool takes the permission publishing:manage.</Empty>}
    </Detail>
  );
}

/** Has the calls of a tool asked of people first. */
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
    announce(`Calls of ${name.trim()} are asked of people first.`);
    void navigate({ to: BACK, search: true, resetScroll: false, ignoreBlocker: true });
  };
  return (
    <Form label="Mark a tool" onSubmit={() => void submit()}>
      <TextInput
        label="Name"
        description="As callers give it to models, e.g. send_email."
        maxLength={64}
        required
        {...form.getInputProps('name')}
        data-autofocus
      />
      <NativeSelect label="The tool" data={MATCHES} {...form.getInputProps('match')} />
      <NativeSelect label="Writes to" data={CHANNELS} {...form.getInputProps('channel')} />
      <TextInput
        label="Whom it reaches"
        description="Where in its arguments they stand: JSON pointers with a comma between them, e.g. /to, /cc. Name every place."
        required
        {...form.getInputProps('pointers')}
      />
      <TextInput
        label="Put before each"
        description="Where what stands there is only an id, e.g. contact/. Mostly empty."
        maxLength={80}
        {...form.getInputProps('prefix')}
      />
      <TextInput
        label="Only for the customer"
        description="An id. Left empty, it is marked for everybody."
        {...form.getInputProps('customerId')}
      />
      <OutcomeNotice outcome={outcome} />
      <div className="actions">
        <Button type="submit" loading={isUnderWay} disabled={name.trim() === ''}>
          Mark it
        </Button>
      </div>
      <Unsaved when={isTyped} />
    </Form>
  );
}
