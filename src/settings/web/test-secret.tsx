import { Button, PasswordInput } from '@mantine/core';
import '@mantine/core/styles/PasswordInput.layer.css';
import { type FormEvent, useState } from 'react';
import { TryInboundSecretDocument, type TryInboundSecretMutation } from '../../web/generated/settings/graphql.ts';
import type { MutationOutcome, PayloadOf } from '../../web/kit/outcome.ts';
import { Section } from '../../web/kit/page.tsx';
import { OutcomeNotice } from '../../web/kit/states.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { StatusBadge } from '../../web/kit/values.tsx';
import { fieldErrorOf } from './field-error.ts';

type TestAnswer = PayloadOf<TryInboundSecretMutation>;

/** Asks the door of the integrations as one of them would, with a secret that somebody has. */
export function TestSecret() {
  const [send, isUnderWay] = useMutationOf(TryInboundSecretDocument);
  const [secret, setSecret] = useState('');
  const [outcome, setOutcome] = useState<MutationOutcome<TryInboundSecretMutation> | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setOutcome(await send({ input: { secret: secret.trim() } }));
  };
  const mistake = outcome?.kind === 'PROBLEM' ? fieldErrorOf(outcome.problem) : null;
  return (
    <Section title="Send a test request">
      <p className="hint">
        The service asks its own public address as an integration would, and draws nothing. The secret is kept nowhere.
      </p>
      <form aria-label="Send a test request" onSubmit={submit}>
        <div className="filters settings-try">
          <PasswordInput
            label="Secret to try"
            autoComplete="off"
            maxLength={300}
            visibilityToggleButtonProps={{ 'aria-label': 'Show what is typed' }}
            value={secret}
            error={mistake}
            onChange={(event) => {
              setSecret(event.currentTarget.value);
              setOutcome(null);
            }}
          />
          <Button type="submit" variant="default" loading={isUnderWay} disabled={secret.trim() === ''}>
            Send it
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
        <StatusBadge>Let in</StatusBadge>
      ) : (
        <StatusBadge tone="bad">{status ? 'Not let in' : 'No answer'}</StatusBadge>
      )}{' '}
      <span className="hint">
        {status
          ? `${status} in ${durationMs} ms${isAccepted ? ': there is no such render, which only who was let in is told' : ''}`
          : `Nothing was heard for ${durationMs} ms`}
        , at <code>{url}</code>
      </span>
    </p>
  );
}
