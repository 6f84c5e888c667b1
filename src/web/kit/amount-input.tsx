import { TextInput } from '@mantine/core';
import { readAmount } from './amount.ts';

/** Input for an amount of US dollars. Its value is text, because an empty input doesn't mean zero. */
export function AmountInput({
  label,
  description,
  value = '',
  onChange,
}: {
  label: string;
  /** Sentence that says what an empty input means. */
  description: string;
  value?: string;
  onChange(value: string): void;
}) {
  const read = readAmount(value);
  return (
    <TextInput
      label={label}
      description={description}
      inputMode="decimal"
      leftSection="$"
      maxLength={20}
      value={value}
      error={read.is === 'FAULT' && read.sentence}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
