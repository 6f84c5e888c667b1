import { NativeSelect, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';

/** The filters of a list, in a row. */
export function Filters({ isFiltered, clear, children }: { isFiltered: boolean; clear(): void; children: ReactNode }) {
  return (
    <search className="filters">
      {children}
      {isFiltered && (
        <button type="button" className="link-button" onClick={clear}>
          Clear filters
        </button>
      )}
    </search>
  );
}

interface FilterProps {
  label: string;
  /** As it stands in the address. */
  value: string | undefined;
  /** Null: no such filter. */
  change(value: string | null): void;
}

/** A text, which counts once it is left or Enter is pressed: not each letter is a question to the service. */
export function TextFilter({ label, value = '', change, placeholder }: FilterProps & { placeholder?: string }) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const done = () => typed.trim() !== value && change(typed.trim() || null);
  return (
    <TextInput
      label={label}
      placeholder={placeholder}
      value={typed}
      maxLength={200}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={done}
      onKeyDown={(event) => event.key === 'Enter' && done()}
    />
  );
}

/** One of a few. */
export function ChoiceFilter({
  label,
  value,
  change,
  choices,
  any = 'Any',
}: FilterProps & { choices: readonly { value: string; label: string }[]; any?: string }) {
  return (
    <NativeSelect
      label={label}
      value={value ?? ''}
      data={[{ value: '', label: any }, ...choices]}
      onChange={(event) => change(event.currentTarget.value || null)}
    />
  );
}

/** A day, by UTC. */
export function DayFilter({ label, value = '', change }: FilterProps) {
  return (
    <TextInput
      type="date"
      label={label}
      value={value}
      onChange={(event) => change(event.currentTarget.value || null)}
    />
  );
}
