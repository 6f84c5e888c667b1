import { TextInput } from '@mantine/core';
import { MOST_TIME, momentOf } from './moments.ts';

/** Day and time in the reader's time zone, as text, because a browser's field can hold text that is no time. */
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
