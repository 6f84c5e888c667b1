import { NativeSelect, TextInput } from '@mantine/core';
import { enumLabel } from '../../web/kit/values.tsx';
import type { RecipientsForm } from './policy-form.ts';

const WHO = [
  { value: 'ANYBODY', label: 'Anybody' },
  { value: 'ONLY', label: 'Only these' },
];

/** Whom an action may reach, by where it writes. */
export function RecipientsFields({
  recipients,
  onChange,
}: {
  recipients: Readonly<Record<string, RecipientsForm>>;
  onChange(channel: string, typed: RecipientsForm): void;
}) {
  return Object.entries(recipients).map(([channel, typed]) => (
    <div key={channel} className="publishing-row publishing-recipients">
      <NativeSelect
        label={`By ${channel === 'CRM' ? 'CRM' : enumLabel(channel).toLowerCase()}`}
        data={WHO}
        value={typed.who}
        onChange={(event) => onChange(channel, { ...typed, who: event.currentTarget.value as RecipientsForm['who'] })}
      />
      {typed.who === 'ONLY' && (
        <TextInput
          label="Patterns"
          placeholder="Nobody"
          aria-label={`Patterns for ${enumLabel(channel)}`}
          value={typed.patterns}
          onChange={(event) => onChange(channel, { ...typed, patterns: event.currentTarget.value })}
        />
      )}
    </div>
  ));
}
