import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';

const DOLLARS = /^(\d{1,9})(?:\.(\d{1,6}))?$/;

/** Dollars as the address has them, in micros; undefined for what is no amount. */
export function microsIn(dollars: string | undefined): number | undefined {
  const [, whole, part = ''] = DOLLARS.exec(dollars ?? '') ?? [];
  return whole === undefined ? undefined : Number(whole + part.padEnd(6, '0'));
}

/** An amount of US dollars, which counts once it is left or Enter is pressed, and is one. */
export function CostFilter({
  label,
  value = '',
  change,
}: {
  label: string;
  /** As it stands in the address. */
  value: string | undefined;
  change(value: string | null): void;
}) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const given = typed
    .trim()
    .replace(/^\$\s*/, '')
    .replace(',', '.');
  const isWrong = given !== '' && microsIn(given) === undefined;
  const done = () => !isWrong && given !== value && change(given || null);
  return (
    <TextInput
      label={label}
      inputMode="decimal"
      leftSection="$"
      placeholder="0.05"
      maxLength={17}
      value={typed}
      error={isWrong && 'Dollars, for example 0.05.'}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={done}
      onKeyDown={(event) => event.key === 'Enter' && done()}
    />
  );
}
