import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { amountText, microsOf, readAmount } from '../../web/kit/amount.ts';

/** Converts US dollars from the page's URL to micros (millionths of a dollar). Undefined if the value is missing or invalid. */
export function microsIn(dollars: string | undefined): number | undefined {
  return microsOf(dollars ?? '') ?? undefined;
}

/** Filter for an amount of US dollars. A valid amount applies on blur or Enter. */
export function CostFilter({
  label,
  value = '',
  onChange,
}: {
  label: string;
  /** US dollars from the page's URL. */
  value: string | undefined;
  onChange(value: string | null): void;
}) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const read = readAmount(typed);
  const done = () => {
    if (read.is === 'FAULT') return;
    const given = read.is === 'AMOUNT' ? amountText(read.micros) : '';
    if (given !== value) onChange(given || null);
  };
  return (
    <TextInput
      label={label}
      inputMode="decimal"
      leftSection="$"
      placeholder="0.05"
      maxLength={17}
      value={typed}
      error={read.is === 'FAULT' && read.sentence}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={done}
      onKeyDown={(event) => event.key === 'Enter' && done()}
    />
  );
}
