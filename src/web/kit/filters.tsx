import { NativeSelect, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { MOST_DAY } from './moments.ts';

/** The filters of a list, in a row. */
export function Filters({
  isFiltered,
  onClear,
  isNarrow,
  children,
}: {
  isFiltered: boolean;
  onClear(): void;
  /** More of them in a row. */
  isNarrow?: boolean;
  children: ReactNode;
}) {
  return (
    <search className="filters" data-narrow={isNarrow || undefined}>
      {children}
      {isFiltered && (
        <button type="button" className="link-button" onClick={onClear}>
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
  onChange(value: string | null): void;
}

/** A text, which counts once it is left or Enter is pressed: not each letter is a question to the service. */
export function TextFilter({ label, value = '', onChange, placeholder }: FilterProps & { placeholder?: string }) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const done = () => typed.trim() !== value && onChange(typed.trim() || null);
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
  onChange,
  choices,
  any = 'Any',
}: FilterProps & { choices: readonly { value: string; label: string }[]; any?: string }) {
  return (
    <NativeSelect
      label={label}
      value={value ?? ''}
      data={[{ value: '', label: any }, ...choices]}
      onChange={(event) => onChange(event.currentTarget.value || null)}
    />
  );
}

/**
 * A day by the reader's clock. A day that is typed counts once the field is left or Enter is pressed, since a browser reports a
 * day at each key of the year; one that is picked counts at once.
 */
export function DayFilter({ label, value = '', onChange }: FilterProps) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const isTyping = useRef(false);
  const done = (input: HTMLInputElement) => {
    isTyping.current = false;
    // A day that is typed in part has no value, and takes nothing away.
    if (input.value !== value && !input.validity.badInput && !isOutside(input)) onChange(input.value || null);
  };
  return (
    <TextInput
      type="date"
      label={label}
      max={MOST_DAY}
      value={typed}
      onKeyDown={(event) => {
        isTyping.current = event.key !== 'Enter';
        if (event.key === 'Enter') done(event.currentTarget);
      }}
      onPointerDown={() => {
        isTyping.current = false;
      }}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        if (!isTyping.current) done(event.currentTarget);
      }}
      onBlur={(event) => done(event.currentTarget)}
    />
  );
}

const isOutside = ({ validity }: HTMLInputElement) => validity.rangeOverflow || validity.rangeUnderflow;
