import { NativeSelect, TextInput } from '@mantine/core';
import { enumLabel } from '../../web/kit/values.tsx';
import type { RecipientsForm } from './policy-form.ts';
import { texts } from './texts.ts';

const WHO = [
  { value: 'ANYBODY', label: texts.recipients.anyone },
  { value: 'ONLY', label: texts.recipients.only },
];

/** Form fields for the allowed recipients of each channel. */
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
        label={texts.recipients.channel(channel === 'CRM' ? 'CRM' : enumLabel(channel).toLowerCase())}
        data={WHO}
        value={typed.who}
        onChange={(event) => onChange(channel, { ...typed, who: event.currentTarget.value as RecipientsForm['who'] })}
      />
      {typed.who === 'ONLY' && (
        <TextInput
          label={texts.recipients.patterns}
          placeholder={texts.recipients.none}
          aria-label={texts.recipients.patternsFor(enumLabel(channel))}
          value={typed.patterns}
          onChange={(event) => onChange(channel, { ...typed, patterns: event.currentTarget.value })}
        />
      )}
    </div>
  ));
}
