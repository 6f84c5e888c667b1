import { TextInput } from '@mantine/core';
import { Choices } from '../../web/kit/choices.tsx';
import { enumLabel } from '../../web/kit/values.tsx';
import type { TermsForm } from './policy-form.ts';
import { formatMinutes } from './policy-text.ts';

const KINDS = [
  'PERSONAL_DATA',
  'SECRET',
  'DECEPTIVE_LINK',
  'HIDDEN_CHARACTERS',
  'UNSEALED_ATTACHMENT',
  'RECIPIENT_NOT_ALLOWED',
].map((value) => ({ value, label: enumLabel(value) }));

/** How many people are asked, for how long, and what is not even filed. */
export function TermsFields({ terms, onChange }: { terms: TermsForm; onChange(some: Partial<TermsForm>): void }) {
  return (
    <>
      <div className="publishing-row">
        <TextInput
          label="People who have to approve"
          description="1 to 10"
          inputMode="numeric"
          value={terms.quorum}
          onChange={(event) => onChange({ quorum: event.currentTarget.value })}
        />
        <TextInput
          label="Minutes it waits for them"
          description={minutesHint(terms.lifetimeMinutes)}
          inputMode="numeric"
          value={terms.lifetimeMinutes}
          onChange={(event) => onChange({ lifetimeMinutes: event.currentTarget.value })}
        />
        <TextInput
          label="Minutes the permit can be fetched"
          description={minutesHint(terms.permitMinutes)}
          inputMode="numeric"
          value={terms.permitMinutes}
          onChange={(event) => onChange({ permitMinutes: event.currentTarget.value })}
        />
      </div>
      <Choices
        isInline
        legend="Refused, and never filed, where it has"
        choices={KINDS}
        value={terms.blocking}
        onChange={(blocking) => onChange({ blocking })}
      />
    </>
  );
}

function minutesHint(text: string): string {
  const minutes = Number(text);
  return Number.isInteger(minutes) && minutes > 0 ? formatMinutes(minutes) : 'A whole number';
}
