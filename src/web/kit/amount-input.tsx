import { TextInput } from '@mantine/core';
import { readAmount } from './amount.ts';

/** Amount of US dollars, as text: an empty field isn't zero. */
export function AmountInput({
  label,
  description,
  value = '',
  onChange,
}: {
  label: string;
  /** Says what an empty field means. */
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
