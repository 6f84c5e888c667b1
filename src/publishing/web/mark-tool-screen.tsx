import { Button, NativeSelect, TextInput } from '@mantine/core';
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
import type { Outcome } from '../../web/kit/outcome.ts';
import { Empty, OutcomeNotice } from '../../web/kit/states.tsx';
import { Unsaved } from '../../web/kit/unsaved.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { wordsOf } from '../../web/kit/values.tsx';
import { useMay } from '../../web/kit/viewer.ts';

const CHANNELS = ['EMAIL', 'MESSAGING', 'CRM'].map((value) => ({ value, label: wordsOf(value) }));
const MATCHES = [
  { value: 'EXACT', label: 'Is called exactly so' },
  { value: 'PREFIX', label: 'Has a name that begins so' },
];

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
  const [outcome, setOutcome] = useState<Outcome<MarkToolMutation> | null>(null);
  const [name, setName] = useState('');
  const [match, setMatch] = useState<string>('EXACT');
  const [channel, setChannel] = useState<string>('EMAIL');
  const [pointers, setPointers] = useState('/to');
  const [prefix, setPrefix] = useState('');
  const [customerId, setCustomerId] = useState('');

  const navigate = useNavigate();
  const isTyped = name !== '' || prefix !== '' || customerId !== '' || pointers !== '/to';

  const submit = async () => {
    const done = await send({
      input: {
        name: name.trim(),
        match: match as ToolNameMatch,
        channel: channel as PublishChannel,
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
        value={name}
        maxLength={64}
        required
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      <NativeSelect
        label="The tool"
        value={match}
        data={MATCHES}
        onChange={(event) => setMatch(event.currentTarget.value)}
      />
      <NativeSelect
        label="Writes to"
        value={channel}
        data={CHANNELS}
        onChange={(event) => setChannel(event.currentTarget.value)}
      />
      <TextInput
        label="Whom it reaches"
        description="Where in its arguments they stand: JSON pointers with a comma between them, e.g. /to, /cc. Name every place."
        value={pointers}
        required
        onChange={(event) => setPointers(event.currentTarget.value)}
      />
      <TextInput
        label="Put before each"
        description="Where what stands there is only an id, e.g. contact/. Mostly empty."
        value={prefix}
        maxLength={80}
        onChange={(event) => setPrefix(event.currentTarget.value)}
      />
      <TextInput
        label="Only for the customer"
        description="An id. Left empty, it is marked for everybody."
        value={customerId}
        onChange={(event) => setCustomerId(event.currentTarget.value)}
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
