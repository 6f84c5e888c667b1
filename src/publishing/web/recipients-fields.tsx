import { NativeSelect, TextInput } from '@mantine/core';
import { wordsOf } from '../../web/kit/values.tsx';
import type { RecipientsTyped } from './policy-typed.ts';

const WHO = [
  { value: 'ANYBODY', label: 'Anybody' },
  { value: 'ONLY', label: 'Only these' },
];

/** Whom an action may reach, by where it writes. */
export function RecipientsFields({
  recipients,
  onChange,
}: {
  recipients: Readonly<Record<string, RecipientsTyped>>;
  onChange(channel: string, typed: RecipientsTyped): void;
}) {
  return Object.entries(recipients).map(([channel, typed]) => (
    <div key={channel} className="publishing-row publishing-recipients">
      <NativeSelect
        label={`By ${channel === 'CRM' ? 'CRM' : wordsOf(channel).toLowerCase()}`}
        data={WHO}
        value={typed.who}
        onChange={(event) => onChange(channel, { ...typed, who: event.currentTarget.value as RecipientsTyped['who'] })}
      />
      {typed.who === 'ONLY' && (
        <TextInput
          label="Patterns"
          placeholder="Nobody"
          aria-label={`Patterns for ${wordsOf(channel)}`}
          value={typed.patterns}
          onChange={(event) => onChange(channel, { ...typed, patterns: event.currentTarget.value })}
        />
      )}
    </div>
  ));
}
