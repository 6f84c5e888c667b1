import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { announce } from '../../kit/announce.tsx';
import { AllOrChoices, Choices } from '../../kit/choices.tsx';
import { ConfirmLeave } from '../../kit/confirm-leave.tsx';
import { Form } from '../../kit/form.tsx';
import { Section } from '../../kit/page.tsx';
import { Part } from './part.tsx';
import { texts } from './texts.ts';

const BEGIN = { name: '', address: 'http://example.org/hook' };

const EVENTS = [
  { value: 'asset.added', label: <code>asset.added</code>, hint: texts.forms.assetAdded },
  { value: 'seal.issued', label: <code>seal.issued</code>, hint: texts.forms.sealIssued },
];

export function FormParts() {
  const [isForAll, setForAll] = useState(false);
  const [events, setEvents] = useState<string[]>(['asset.added']);
  const [typed, setTyped] = useState(BEGIN);
  const isSecure = typed.address.startsWith('https://');
  const save = () => {
    if (!isSecure) return;
    setTyped(BEGIN);
    announce(texts.forms.saved);
  };
  return (
    <Section title={texts.forms.title}>
      <Part name="Form" when={texts.forms.form}>
        <Form label={texts.forms.label} onSubmit={save}>
          <TextInput
            label={texts.forms.name}
            description={texts.forms.nameHint}
            value={typed.name}
            onChange={({ currentTarget }) => setTyped({ ...typed, name: currentTarget.value })}
          />
          <TextInput
            label={texts.forms.url}
            value={typed.address}
            error={isSecure ? undefined : texts.forms.urlError}
            onChange={({ currentTarget }) => setTyped({ ...typed, address: currentTarget.value })}
          />
          <NativeSelect label={texts.forms.scope} data={[texts.forms.service, texts.forms.customer]} />
          <Textarea label={texts.forms.note} rows={3} />
          <TextInput label={texts.forms.fingerprint} value="d7635809" readOnly />
          <Checkbox label={texts.forms.replay} defaultChecked />
          <AllOrChoices legend={texts.forms.events} all={texts.forms.allEvents} isAll={isForAll} onChange={setForAll}>
            <Choices choices={EVENTS} value={events} onChange={setEvents} />
          </AllOrChoices>
          <div className="actions">
            <Button type="submit">{texts.forms.save}</Button>
            <Button variant="default" onClick={() => setTyped(BEGIN)}>
              {texts.forms.reset}
            </Button>
          </div>
        </Form>
      </Part>
      <Part name="ConfirmLeave" when={texts.forms.unsaved}>
        <p className="hint">{typed.name === '' ? texts.forms.clean : texts.forms.dirty}</p>
        <ConfirmLeave when={typed.name !== ''} />
      </Part>
    </Section>
  );
}
