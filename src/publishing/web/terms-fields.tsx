import { TextInput } from '@mantine/core';
import { Choices } from '../../web/kit/choices.tsx';
import { wordsOf } from '../../web/kit/values.tsx';
import type { TermsTyped } from './policy-typed.ts';
import { lengthOf } from './policy-words.ts';

const KINDS = [
  'PERSONAL_DATA',
  'SECRET',
  'DECEPTIVE_LINK',
  'HIDDEN_CHARACTERS',
  'UNSEALED_ATTACHMENT',
  'RECIPIENT_NOT_ALLOWED',
].map((value) => ({ value, label: wordsOf(value) }));

/** How many people are asked, for how long, and what is not even filed. */
export function TermsFields({ terms, onChange }: { terms: TermsTyped; onChange(some: Partial<TermsTyped>): void }) {
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
          description={inWords(terms.lifetimeMinutes)}
          inputMode="numeric"
          value={terms.lifetimeMinutes}
          onChange={(event) => onChange({ lifetimeMinutes: event.currentTarget.value })}
        />
        <TextInput
          label="Minutes the permit can be fetched"
          description={inWords(terms.permitMinutes)}
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

function inWords(text: string): string {
  const minutes = Number(text);
  return Number.isInteger(minutes) && minutes > 0 ? lengthOf(minutes) : 'A whole number';
}
