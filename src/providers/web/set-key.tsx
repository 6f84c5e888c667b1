import { Button, NativeSelect, PasswordInput } from '@mantine/core';
import '@mantine/core/styles/PasswordInput.layer.css';
import { type FormEvent, type RefObject, useState } from 'react';
import { SetServiceKeyDocument, type SetServiceKeyMutation } from '../../web/generated/providers/graphql.ts';
import { announce } from '../../web/kit/announce.tsx';
import type { MutationOutcome } from '../../web/kit/outcome.ts';
import { Section } from '../../web/kit/page.tsx';
import { OutcomeNotice } from '../../web/kit/states.tsx';
import { Unsaved } from '../../web/kit/unsaved.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { PROVIDERS, providerName } from './provider-names.ts';

/** Sets the service's own key for a provider; the one there was is gone. */
export function SetKey({ select }: { select: RefObject<HTMLSelectElement | null> }) {
  const [set, isUnderWay] = useMutationOf(SetServiceKeyDocument);
  const [provider, setProvider] = useState(PROVIDERS[0]);
  const [key, setKey] = useState('');
  const [outcome, setOutcome] = useState<MutationOutcome<SetServiceKeyMutation> | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const done = await set({ input: { provider, key: key.trim() } });
    setOutcome(done);
    if (done.kind !== 'DONE') return;
    setKey('');
    announce(`The key for ${providerName(provider)} is set. Test it to see whether it is accepted.`);
  };
  return (
    <Section title="Set a key">
      <form onSubmit={submit}>
        <div className="filters">
          <NativeSelect
            ref={select}
            label="Provider of the key"
            value={provider}
            data={PROVIDERS.map((value) => ({ value, label: providerName(value) }))}
            onChange={(event) => setProvider(event.currentTarget.value as typeof provider)}
          />
          <PasswordInput
            label="Key"
            style={{ flex: '1 1 20rem' }}
            value={key}
            required
            withAsterisk={false}
            autoComplete="off"
            maxLength={500}
            visibilityToggleButtonProps={{ 'aria-label': 'Show what is typed' }}
            onChange={(event) => setKey(event.currentTarget.value)}
          />
          <Button type="submit" loading={isUnderWay} disabled={key.trim() === ''}>
            Set the key
          </Button>
        </div>
        <p className="hint">
          It is used for everybody who has none of their own, in place of the one that is there, and cannot be looked up
          again.
        </p>
        <OutcomeNotice outcome={outcome} />
      </form>
      <Unsaved when={key !== ''} />
    </Section>
  );
}
