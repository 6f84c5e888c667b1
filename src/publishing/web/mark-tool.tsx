import { Button, Modal, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import {
  MarkToolDocument,
  type MarkToolMutation,
  type PublishChannel,
  type ToolNameMatch,
} from '../../web/generated/publishing/graphql.ts';
import { announce } from '../../web/kit/announce.tsx';
import type { Outcome } from '../../web/kit/outcome.ts';
import { OutcomeNotice } from '../../web/kit/states.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { wordsOf } from '../../web/kit/values.tsx';
import './publishing.css';

const CHANNELS = ['EMAIL', 'MESSAGING', 'CRM'].map((value) => ({ value, label: wordsOf(value) }));
const MATCHES = [
  { value: 'EXACT', label: 'Is called exactly so' },
  { value: 'PREFIX', label: 'Has a name that begins so' },
];

/** Has the calls of a tool asked of people first. */
export function MarkTool({ close }: { close(): void }) {
  const [send, isUnderWay] = useMutationOf(MarkToolDocument);
  const [outcome, setOutcome] = useState<Outcome<MarkToolMutation> | null>(null);
  const [name, setName] = useState('');
  const [match, setMatch] = useState<string>('EXACT');
  const [channel, setChannel] = useState<string>('EMAIL');
  const [pointers, setPointers] = useState('/to');
  const [prefix, setPrefix] = useState('');
  const [customerId, setCustomerId] = useState('');

  const submit = async (event: FormEvent) => {
    event.preventDefault();
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
    close();
  };
  return (
    <Modal opened onClose={close} title="Mark a tool" size="lg" centered closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={submit} className="publishing-form">
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
          <Button type="submit" loading={isUnderWay}>
            Mark it
          </Button>
          <Button variant="default" onClick={close}>
            Leave it
          </Button>
        </div>
      </form>
    </Modal>
  );
}
