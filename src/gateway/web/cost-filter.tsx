import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { amountText, microsOf, readAmount } from '../../web/kit/amount.ts';

/** The dollars of an address in micros; undefined if they are no amount. */
export function microsIn(dollars: string | undefined): number | undefined {
  return microsOf(dollars ?? '') ?? undefined;
}

/** An amount of US dollars, which counts once it is left or Enter is pressed, and is one. */
export function CostFilter({
  label,
  value = '',
  onChange,
}: {
  label: string;
  /** As it stands in the address. */
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
