import { NativeSelect, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { MAX_DAY } from './moments.ts';
import { texts } from './texts.ts';

/** Filters of a list, in a row. */
export function Filters({
  isFiltered,
  onClear,
  isNarrow,
  children,
}: {
  isFiltered: boolean;
  onClear(): void;
  /** Narrower fields, so that more of them fit in a row. */
  isNarrow?: boolean;
  children: ReactNode;
}) {
  return (
    <search className="filters" data-narrow={isNarrow || undefined}>
      {children}
      {isFiltered && (
        <button type="button" className="link-button" onClick={onClear}>
          {texts.filters.clear}
        </button>
      )}
    </search>
  );
}

interface FilterProps {
  label: string;
  /** Value in the address. */
  value: string | undefined;
  /** Null removes the filter. */
  onChange(value: string | null): void;
}

/** Text filter. It applies on blur or Enter, so that not every letter sends a request. */
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

/** Filter with a few choices. */
export function ChoiceFilter({
  label,
  value,
  onChange,
  choices,
  any = texts.filters.any,
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
 * Day in the reader's time zone. A typed day applies on blur or Enter, because a browser reports a day at each key of the
 * year; a picked day applies at once.
 */
export function DayFilter({ label, value = '', onChange }: FilterProps) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const isTyping = useRef(false);
  const done = (input: HTMLInputElement) => {
    isTyping.current = false;
    // A partly typed day has no value and must not clear the filter.
    if (input.value !== value && !input.validity.badInput && !isOutside(input)) onChange(input.value || null);
  };
  return (
    <TextInput
      type="date"
      label={label}
      max={MAX_DAY}
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
