import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { IssueAgentKeyDocument, type IssueAgentKeyMutation } from '../../web/generated/agents/graphql.ts';
import { Detail } from '../../web/kit/detail.tsx';
import { Form } from '../../web/kit/form.tsx';
import { DEFAULT_LIFETIME, LIFETIMES } from '../../web/kit/lifetime.tsx';
import type { Outcome } from '../../web/kit/outcome.ts';
import { useParamsOf } from '../../web/kit/params.ts';
import { PermissionChoices } from '../../web/kit/permission-choices.tsx';
import { Secret } from '../../web/kit/secret.tsx';
import { OutcomeNotice } from '../../web/kit/states.tsx';
import { Unsaved } from '../../web/kit/unsaved.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { isForAgents } from './may-ask.tsx';

/** `/admin/agents/agt_…/new-key` */
export function Screen() {
  const { agentId } = useParamsOf('/admin/agents/$agentId/new-key');
  const back = `/admin/agents/${agentId}`;
  const [issue, isUnderWay] = useMutationOf(IssueAgentKeyDocument);
  const [outcome, setOutcome] = useState<Outcome<IssueAgentKeyMutation> | null>(null);
  const [name, setName] = useState('');
  const [isForAll, setForAll] = useState(true);
  const [scopes, setScopes] = useState<readonly string[]>([]);
  const [lifetime, setLifetime] = useState(DEFAULT_LIFETIME);
  const [token, setToken] = useState<string | null>(null);
  const navigate = useNavigate();
  const isTyped = name !== '' || !isForAll || lifetime !== DEFAULT_LIFETIME;
  const isReady = name.trim() !== '' && (isForAll || scopes.length > 0);
  const submit = async () => {
    if (!isReady) return;
    const issued = await issue({
      input: { agentId, name, scopes: isForAll ? null : [...scopes], lifetimeDays: Number(lifetime) },
    });
    setOutcome(issued);
    if (issued.kind === 'DONE') setToken(issued.payload.token);
  };
  return (
    <Detail title="Issue a key" back={back}>
      <Form label="Issue a key" onSubmit={() => void submit()}>
        <TextInput
          label="What it is for"
          required
          maxLength={200}
          data-autofocus
          placeholder="The machine in the office"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <NativeSelect
          label="It expires"
          data={LIFETIMES}
          value={lifetime}
          onChange={(event) => setLifetime(event.currentTarget.value)}
        />
        <fieldset>
          <legend>What may be asked with it</legend>
          <label className="check">
            <input type="radio" name="scopes" checked={isForAll} onChange={() => setForAll(true)} /> All that agents may
          </label>
          <label className="check">
            <input type="radio" name="scopes" checked={!isForAll} onChange={() => setForAll(false)} /> Only this
          </label>
          {!isForAll && <PermissionChoices among={isForAgents} value={scopes} onChange={setScopes} />}
        </fieldset>
        <OutcomeNotice outcome={outcome} />
        <div className="actions">
          <Button type="submit" loading={isUnderWay} disabled={!isReady}>
            Issue the key
          </Button>
        </div>
      </Form>
      <Unsaved when={isTyped && outcome?.kind !== 'DONE'} />
      <Secret
        title="The new key"
        secret={token}
        onClose={() => {
          setToken(null);
          void navigate({ to: back, resetScroll: false, ignoreBlocker: true });
        }}
      />
    </Detail>
  );
}
