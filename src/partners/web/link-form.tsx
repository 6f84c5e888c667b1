import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { IssuePartnerLinkDocument, type IssuePartnerLinkMutation } from '../../web/generated/partners/graphql.ts';
import { Form } from '../../web/kit/form.tsx';
import type { Outcome } from '../../web/kit/outcome.ts';
import { Secret } from '../../web/kit/secret.tsx';
import { OutcomeNotice } from '../../web/kit/states.tsx';
import { Unsaved } from '../../web/kit/unsaved.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';

const LIFETIMES = [
  { value: '7', label: 'in a week' },
  { value: '30', label: 'in 30 days' },
  { value: '90', label: 'in 90 days' },
  { value: '365', label: 'in a year' },
];

/**
 * Issues a link and shows it once.
 * @param props.partnerName for whom; left out, it is asked for
 * @param props.done once the link was shown, with whose it is as far as that is known
 */
export function LinkForm({
  partnerName,
  onDone,
}: {
  partnerName?: string;
  onDone(partnerId: string | undefined): void;
}) {
  const [issue, isUnderWay] = useMutationOf(IssuePartnerLinkDocument);
  const [outcome, setOutcome] = useState<Outcome<IssuePartnerLinkMutation> | null>(null);
  const [name, setName] = useState(partnerName ?? '');
  const [lifetime, setLifetime] = useState('90');
  const [link, setLink] = useState<string | null>(null);
  const submit = async () => {
    const issued = await issue({ input: { partnerName: name, lifetimeDays: Number(lifetime) } });
    setOutcome(issued);
    if (issued.kind === 'DONE') setLink(issued.payload.mediaDeskUrl);
  };
  return (
    <Form label="Issue a link" onSubmit={() => void submit()}>
      {partnerName === undefined && (
        <TextInput
          label="Partner"
          description="A partner of this name is made when there is none."
          required
          maxLength={200}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      )}
      <NativeSelect
        label="It expires"
        data={LIFETIMES}
        value={lifetime}
        onChange={(event) => setLifetime(event.currentTarget.value)}
      />
      <p className="hint">Whoever has the link sees what the partner sees. Links that there are go on working.</p>
      <OutcomeNotice outcome={outcome} />
      <div className="actions">
        <Button type="submit" loading={isUnderWay} disabled={name.trim() === ''}>
          Issue the link
        </Button>
      </div>
      <Unsaved when={name !== (partnerName ?? '') && outcome?.kind !== 'DONE'} />
      <Secret
        title={`The link for ${name.trim()}`}
        secret={link}
        onClose={() => {
          setLink(null);
          onDone(outcome?.kind === 'DONE' ? (outcome.payload.partnerToken?.partner.id ?? undefined) : undefined);
        }}
      />
    </Form>
  );
}
