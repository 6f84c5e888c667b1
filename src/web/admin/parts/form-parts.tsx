import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { announce } from '../../kit/announce.tsx';
import { AllOrChoices, Choices } from '../../kit/choices.tsx';
import { Form } from '../../kit/form.tsx';
import { Section } from '../../kit/page.tsx';
import { Unsaved } from '../../kit/unsaved.tsx';
import { Part } from './part.tsx';

const BEGIN = { name: '', address: 'http://example.org/hook' };

const EVENTS = [
  { value: 'asset.added', label: <code>asset.added</code>, hint: 'A picture was added to the bank.' },
  { value: 'seal.issued', label: <code>seal.issued</code>, hint: 'A seal was issued.' },
];

export function FormParts() {
  const [isForAll, setForAll] = useState(false);
  const [events, setEvents] = useState<string[]>(['asset.added']);
  const [typed, setTyped] = useState(BEGIN);
  const isSecure = typed.address.startsWith('https://');
  const save = () => {
    if (!isSecure) return;
    setTyped(BEGIN);
    announce('Saved, as an example.');
  };
  return (
    <Section title="Forms">
      <Part name="Form" when="Labels above, hints before anybody types, a fault below what it is of.">
        <Form label="A webhook, as an example" onSubmit={save}>
          <TextInput
            label="Name"
            description="What you call it. Nobody else sees it."
            value={typed.name}
            onChange={({ currentTarget }) => setTyped({ ...typed, name: currentTarget.value })}
          />
          <TextInput
            label="Address"
            value={typed.address}
            error={isSecure ? undefined : 'Begin with https://, so that nobody reads it on its way.'}
            onChange={({ currentTarget }) => setTyped({ ...typed, address: currentTarget.value })}
          />
          <NativeSelect label="Scope" data={['The house', 'One customer']} />
          <Textarea label="Note" rows={3} />
          <TextInput label="Fingerprint" value="d7635809" readOnly />
          <Checkbox label="Send what was missed" defaultChecked />
          <AllOrChoices legend="Events" all="All events" isAll={isForAll} onChange={setForAll}>
            <Choices choices={EVENTS} value={events} onChange={setEvents} />
          </AllOrChoices>
          <div className="actions">
            <Button type="submit">Save the webhook</Button>
            <Button variant="default" onClick={() => setTyped(BEGIN)}>
              Begin again
            </Button>
          </div>
        </Form>
      </Part>
      <Part name="Unsaved" when="Type a name, then leave the screen: it asks before that is lost.">
        <p className="hint">{typed.name === '' ? 'There is nothing to lose.' : 'There is something to lose.'}</p>
        <Unsaved when={typed.name !== ''} />
      </Part>
    </Section>
  );
}
