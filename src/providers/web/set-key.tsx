import { Button, NativeSelect, PasswordInput } from '@mantine/core';
import '@mantine/core/styles/PasswordInput.layer.css';
import { type FormEvent, type RefObject, useState } from 'react';
import { SetServiceKeyDocument, type SetServiceKeyMutation } from '../../web/generated/providers/graphql.ts';
import { announce } from '../../web/kit/announce.tsx';
import { ConfirmLeave } from '../../web/kit/confirm-leave.tsx';
import type { MutationOutcome } from '../../web/kit/outcome.ts';
import { Section } from '../../web/kit/page.tsx';
import { OutcomeNotice } from '../../web/kit/states.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { MAX_KEY_LENGTH } from '../pure.ts';
import { PROVIDERS, providerName } from './provider-names.ts';
import { texts } from './texts.ts';

/** Form to set the service's key for a provider. The new key replaces the current one. */
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
    announce(texts.set.done(providerName(provider)));
  };
  return (
    <Section title={texts.set.title}>
      <form onSubmit={submit}>
        <div className="filters">
          <NativeSelect
            ref={select}
            label={texts.set.provider}
            value={provider}
            data={PROVIDERS.map((value) => ({ value, label: providerName(value) }))}
            onChange={(event) => setProvider(event.currentTarget.value as typeof provider)}
          />
          <PasswordInput
            label={texts.set.key}
            style={{ flex: '1 1 20rem' }}
            value={key}
            required
            withAsterisk={false}
            autoComplete="off"
            maxLength={MAX_KEY_LENGTH}
            visibilityToggleButtonProps={{ 'aria-label': texts.set.showInput }}
            onChange={(event) => setKey(event.currentTarget.value)}
          />
          <Button type="submit" loading={isUnderWay} disabled={key.trim() === ''}>
            {texts.set.action}
          </Button>
        </div>
        <p className="hint">{texts.set.hint}</p>
        <OutcomeNotice outcome={outcome} />
      </form>
      <ConfirmLeave when={key !== ''} />
    </Section>
  );
}
