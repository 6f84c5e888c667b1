import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { IssueTokenDocument, type IssueTokenMutation } from '../../web/generated/operators/graphql.ts';
import { Form } from '../../web/kit/form.tsx';
import { DEFAULT_LIFETIME, LIFETIMES } from '../../web/kit/lifetime.tsx';
import type { Outcome } from '../../web/kit/outcome.ts';
import { type NamedPermission, PermissionChoices } from '../../web/kit/permission-choices.tsx';
import { Secret } from '../../web/kit/secret.tsx';
import { OutcomeNotice } from '../../web/kit/states.tsx';
import { Unsaved } from '../../web/kit/unsaved.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { useMay } from '../../web/kit/viewer.ts';
import type { Operator } from './operator.ts';
import './operators.css';

/** Issues a token, and shows it once. `done`: it has been shown. */
export function TokenForm({ actsAs, onDone }: { actsAs?: Operator; onDone(): void }) {
  const [issue, isUnderWay] = useMutationOf(IssueTokenDocument);
  const [outcome, setOutcome] = useState<Outcome<IssueTokenMutation> | null>(null);
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly string[]>([]);
  const [lifetime, setLifetime] = useState(DEFAULT_LIFETIME);
  const [token, setToken] = useState<string | null>(null);
  const may = useMay();
  const isTyped = name !== '' || scopes.length > 0 || lifetime !== DEFAULT_LIFETIME;
  // Nobody hands out what they may not do themselves, or what the other one may not.
  const among = ({ name: permission, roles }: NamedPermission) =>
    may(permission) && (actsAs === undefined || actsAs.roles.some((role) => roles.includes(role)));
  const submit = async () => {
    if (name.trim() === '' || scopes.length === 0) return;
    const issued = await issue({
      input: { operatorId: actsAs?.id ?? null, name, scopes: [...scopes], lifetimeDays: Number(lifetime) },
    });
    setOutcome(issued);
    if (issued.kind === 'DONE') setToken(issued.payload.token);
  };
  return (
    <>
      <Form label="Issue a token" onSubmit={() => void submit()}>
        <p className="operators-lead">
          {actsAs
            ? `A program that shows it is ${actsAs.name}: within what is chosen here and what ${actsAs.name} may do at that moment.`
            : 'A program that shows it is you: within what is chosen here and what you may do at that moment.'}
        </p>
        <TextInput
          label="What it is for"
          required
          maxLength={200}
          data-autofocus
          placeholder="The nightly report"
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
          <legend>What it may do</legend>
          <PermissionChoices among={among} value={scopes} onChange={setScopes} />
        </fieldset>
        <OutcomeNotice outcome={outcome} />
        <div className="actions">
          <Button type="submit" loading={isUnderWay} disabled={name.trim() === '' || scopes.length === 0}>
            Issue the token
          </Button>
        </div>
      </Form>
      <Unsaved when={isTyped && outcome?.kind !== 'DONE'} />
      <Secret
        title="The new token"
        secret={token}
        onClose={() => {
          setToken(null);
          onDone();
        }}
      />
    </>
  );
}
