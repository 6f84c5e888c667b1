import { TextInput } from '@mantine/core';
import { MOST_TIME, momentOf } from './moments.ts';

/** A day and a time by the reader's clock, as text: any text that a browser's field holds can be drawn. */
export function TimeInput({
  label,
  description,
  value,
  onChange,
  required = false,
}: {
  label: string;
  description: string;
  value: string;
  onChange(value: string): void;
  required?: boolean;
}) {
  return (
    <TextInput
      type="datetime-local"
      label={label}
      description={description}
      max={MOST_TIME}
      required={required}
      value={value}
      error={momentOf(value) === undefined && 'Write a year of four digits.'}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
