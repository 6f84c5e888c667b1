import { TextInput } from '@mantine/core';
import { microsOf } from './amount.ts';

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
  const isWrong = microsOf(value) === undefined;
  return (
    <TextInput
      label={label}
      description={description}
      inputMode="decimal"
      leftSection="$"
      maxLength={20}
      value={value}
      error={isWrong && 'Write dollars with a point, for example 25 or 0.50.'}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}
