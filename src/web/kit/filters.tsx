import { NativeSelect, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { MAX_DAY } from './moments.ts';
import { texts } from './texts.ts';

/** Row with the filters of a list. */
export function Filters({
  isFiltered,
  onClear,
  isNarrow,
  children,
}: {
  isFiltered: boolean;
  onClear(): void;
  /** True for narrower inputs, so that more of them fit into the row. */
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
  /** Value of the filter in the URL. */
  value: string | undefined;
  /** Called with the new value of the filter. Null removes the filter. */
  onChange(value: string | null): void;
}

/** Filter with a text input. It applies when the input loses the focus or on Enter, so that not every letter sends a request. */
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

/** Filter that selects one of a few values. */
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
 * Filter with a day in the user's time zone. A typed day applies when the input loses the focus or on Enter, because browsers
 * report a date at each digit of the year. A picked day applies at once.
 */
export function DayFilter({ label, value = '', onChange }: FilterProps) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const isTyping = useRef(false);
  const done = (input: HTMLInputElement) => {
    isTyping.current = false;
    // A partly typed date has an empty value, which must not clear the filter.
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
