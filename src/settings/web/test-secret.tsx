import { Button, PasswordInput } from '@mantine/core';
import '@mantine/core/styles/PasswordInput.layer.css';
import { type FormEvent, useState } from 'react';
import { TestInboundSecretDocument, type TestInboundSecretMutation } from '../../web/generated/settings/graphql.ts';
import type { MutationOutcome, PayloadOf } from '../../web/kit/outcome.ts';
import { Section } from '../../web/kit/page.tsx';
import { OutcomeNotice } from '../../web/kit/states.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { StatusBadge } from '../../web/kit/values.tsx';
import { fieldErrorOf } from './field-error.ts';
import { texts } from './texts.ts';

type TestAnswer = PayloadOf<TestInboundSecretMutation>;

/** Sends a test request as an integration would, with a secret that the user enters. */
export function TestSecret() {
  const [send, isUnderWay] = useMutationOf(TestInboundSecretDocument);
  const [secret, setSecret] = useState('');
  const [outcome, setOutcome] = useState<MutationOutcome<TestInboundSecretMutation> | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setOutcome(await send({ input: { secret: secret.trim() } }));
  };
  const mistake = outcome?.kind === 'PROBLEM' ? fieldErrorOf(outcome.problem) : null;
  return (
    <Section title={texts.test.title}>
      <p className="hint">{texts.test.text}</p>
      <form aria-label={texts.test.title} onSubmit={submit}>
        <div className="filters settings-try">
          <PasswordInput
            label={texts.test.secret}
            autoComplete="off"
            maxLength={300}
            visibilityToggleButtonProps={{ 'aria-label': texts.common.showInput }}
            value={secret}
            error={mistake}
            onChange={(event) => {
              setSecret(event.currentTarget.value);
              setOutcome(null);
            }}
          />
          <Button type="submit" variant="default" loading={isUnderWay} disabled={secret.trim() === ''}>
            {texts.test.send}
          </Button>
        </div>
      </form>
      <div aria-live="polite">
        {outcome?.kind === 'DONE' ? (
          <TestResult answer={outcome.payload} />
        ) : (
          !mistake && <OutcomeNotice outcome={outcome} />
        )}
      </div>
    </Section>
  );
}

function TestResult({ answer: { isAccepted, status, durationMs, url } }: { answer: TestAnswer }) {
  return (
    <p>
      {isAccepted ? (
        <StatusBadge>{texts.test.accepted}</StatusBadge>
      ) : (
        <StatusBadge tone="bad">{status ? texts.test.refused : texts.test.noResponse}</StatusBadge>
      )}{' '}
      <span className="hint">
        {texts.test.detail(
          status ? texts.test.status(status, durationMs, isAccepted) : texts.test.timedOut(durationMs),
          <code>{url}</code>,
        )}
      </span>
    </p>
  );
}
