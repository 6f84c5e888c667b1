import { TextInput } from '@mantine/core';
import { readAmount } from './amount.ts';

/** An amount of US dollars, as text: nothing typed is a value of its own, unlike zero. */
export function AmountInput({
  label,
  description,
  value,
  onChange,
}: {
  label: string;
  /** What follows where nothing is typed. */
  description: string;
  value: string;
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
