import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ConfirmLeave } from './confirm-leave.tsx';
import { Form } from './form.tsx';
import { useIdempotencyKey } from './idempotency-key.ts';
import { DEFAULT_LIFETIME, LIFETIMES } from './lifetime.tsx';
import type { MutationOutcome, PayloadOf } from './outcome.ts';
import { type IssuedSecret, Secret } from './secret.tsx';
import { OutcomeNotice } from './states.tsx';
import { texts } from './texts.ts';
import { useMutationOf } from './use-mutation-of.ts';

type KeyTyped<Own> = Own & { name: string; lifetime: string };
type KeyForm<Own> = UseFormReturnType<KeyTyped<Own>>;

interface IssueKeyFormProps<Own, Data, Variables> {
  /** Noun for the kind of credential that is created. */
  word: 'key' | 'token' | 'link';
  /** Sentence above the inputs. */
  lead?: ReactNode;
  /** Example of a key's purpose, displayed in the empty name input. */
  placeholder: string;
  isNameRequired?: boolean;
  lifetimes?: { value: string; label: string }[];
  defaultLifetime?: string;
  /** Initial values of the inputs that only this kind of key has. */
  initialValues: Own;
  /** Renders inputs that only this kind of key has, above the name. */
  first?(form: KeyForm<Own>): ReactNode;
  /** Renders inputs that only this kind of key has, below the name and the lifetime. */
  children?(form: KeyForm<Own>): ReactNode;
  /** Returns true if the values of the kind's own inputs can be sent. */
  isComplete?(values: Own): boolean;
  document: DocumentTypeDecoration<Data, Variables>;
  variablesFor(values: Own, common: { name: string; lifetimeDays: number; idempotencyKey: string }): Variables;
  /** Returns the secret in the payload. Null if an earlier attempt created the key: the secret is returned only once. */
  secretOf(payload: PayloadOf<Data>): string | null;
  /** Title of the dialog that displays the secret. Default: "New key". */
  secretTitle?(values: Own): string;
  /** Returns the path of the screen that opens after the dialog with the secret is closed. */
  next(payload: PayloadOf<Data>): string;
}

/**
 * Form that creates a key, token or link. Asks for its name, lifetime and the inputs of its kind, and displays the secret once.
 */
export function IssueKeyForm<Own extends object, Data, Variables extends Record<string, unknown>>({
  word,
  lead,
  placeholder,
  isNameRequired = true,
  lifetimes = LIFETIMES,
  defaultLifetime = DEFAULT_LIFETIME,
  initialValues,
  first,
  children,
  isComplete = () => true,
  document,
  variablesFor,
  secretOf,
  secretTitle = () => texts.keys.newTitle(word),
  next,
}: IssueKeyFormProps<Own, Data, Variables>): ReactNode {
  const [issue, isUnderWay] = useMutationOf(document);
  const [outcome, setOutcome] = useState<MutationOutcome<Data> | null>(null);
  const [issued, setIssued] = useState<IssuedSecret | null>(null);
  const idempotencyKey = useIdempotencyKey();
  const form = useForm<KeyTyped<Own>>({ initialValues: { ...initialValues, name: '', lifetime: defaultLifetime } });
  const navigate = useNavigate();
  const { values } = form;
  const name = values.name.trim();
  const isReady = (name !== '' || !isNameRequired) && isComplete(values);
  const submit = async () => {
    if (!isReady || isUnderWay) return;
    const sent = await issue(variablesFor(values, { name, lifetimeDays: Number(values.lifetime), idempotencyKey }));
    setOutcome(sent);
    if (sent.kind === 'DONE') setIssued({ secret: secretOf(sent.payload) });
  };
  return (
    <>
      <Form label={texts.keys.create(word)} onSubmit={() => void submit()}>
        {lead && <p className="form-lead">{lead}</p>}
        {first?.(form)}
        <TextInput
          label={texts.keys.name(word)}
          description={isNameRequired ? undefined : texts.keys.optional}
          required={isNameRequired}
          maxLength={200}
          data-autofocus={first === undefined || undefined}
          placeholder={placeholder}
          {...form.getInputProps('name')}
        />
        <NativeSelect label={texts.keys.expires} data={lifetimes} {...form.getInputProps('lifetime')} />
        {children?.(form)}
        <OutcomeNotice outcome={outcome} />
        <div className="actions">
          <Button type="submit" loading={isUnderWay} disabled={!isReady}>
            {texts.keys.create(word)}
          </Button>
        </div>
      </Form>
      <ConfirmLeave when={form.isDirty() && outcome?.kind !== 'DONE'} />
      <Secret
        title={secretTitle(values)}
        issued={issued}
        onClose={() => {
          setIssued(null);
          if (outcome?.kind === 'DONE')
            void navigate({ to: next(outcome.payload), resetScroll: false, ignoreBlocker: true });
        }}
      />
    </>
  );
}
