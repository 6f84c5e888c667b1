import { TextInput } from '@mantine/core';
import { Choices } from '../../web/kit/choices.tsx';
import { enumLabel } from '../../web/kit/values.tsx';
import type { TermsForm } from './policy-form.ts';
import { formatMinutes } from './policy-text.ts';
import { texts } from './texts.ts';

const KINDS = [
  'PERSONAL_DATA',
  'SECRET',
  'DECEPTIVE_LINK',
  'HIDDEN_CHARACTERS',
  'UNSEALED_ATTACHMENT',
  'RECIPIENT_NOT_ALLOWED',
].map((value) => ({ value, label: enumLabel(value) }));

/** Form fields of terms: number of approvers, durations, and kinds of findings that refuse an action. */
export function TermsFields({ terms, onChange }: { terms: TermsForm; onChange(some: Partial<TermsForm>): void }) {
  return (
    <>
      <div className="publishing-row">
        <TextInput
          label={texts.terms.quorum}
          description={texts.terms.quorumHint}
          inputMode="numeric"
          value={terms.quorum}
          onChange={(event) => onChange({ quorum: event.currentTarget.value })}
        />
        <TextInput
          label={texts.terms.lifetime}
          description={minutesHint(terms.lifetimeMinutes)}
          inputMode="numeric"
          value={terms.lifetimeMinutes}
          onChange={(event) => onChange({ lifetimeMinutes: event.currentTarget.value })}
        />
        <TextInput
          label={texts.terms.permit}
          description={minutesHint(terms.permitMinutes)}
          inputMode="numeric"
          value={terms.permitMinutes}
          onChange={(event) => onChange({ permitMinutes: event.currentTarget.value })}
        />
      </div>
      <Choices
        isInline
        legend={texts.terms.blocking}
        choices={KINDS}
        value={terms.blocking}
        onChange={(blocking) => onChange({ blocking })}
      />
    </>
  );
}

function minutesHint(text: string): string {
  const minutes = Number(text);
  return Number.isInteger(minutes) && minutes > 0 ? formatMinutes(minutes) : texts.terms.wholeNumber;
}
