import { TextInput } from '@mantine/core';
import { readAmount } from './amount.ts';

/** An amount of US dollars, as text: nothing typed is a value of its own, unlike zero. */
export function AmountInput({
  label,
  description,
  value,
  change,
}: {
  label: string;
  /** What follows where nothing is typed. */
  description: string;
  value: string;
  change(value: string): void;
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
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}
