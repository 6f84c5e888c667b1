import { TextInput } from '@mantine/core';
import { MAX_TIME, momentOf } from './moments.ts';
import { texts } from './texts.ts';

/**
 * Input for a date and time in the user's time zone. Its value is text, because a browser's date input can contain an invalid
 * time.
 */
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
      max={MAX_TIME}
      required={required}
      value={value}
      error={momentOf(value) === undefined && texts.time.invalidYear}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
