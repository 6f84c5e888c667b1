import { PasswordInput, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/PasswordInput.layer.css';
import type { ReactNode } from 'react';
import { formatNumber } from './format-setting.ts';
import { parseSetting } from './parse-setting.ts';
import type { Setting } from './setting.ts';

const UNITS = { SECONDS: 'seconds', MINUTES: 'minutes', DAYS: 'days', MONTHS: 'months', BYTES: 'bytes' } as const;
/** Longer ones want more than a line. */
const ONE_LINE = 1_000;

/** The field for a value of the setting's kind, with what is wrong beneath it. */
export function SettingField({
  setting,
  typed,
  onChange,
  mistake,
}: {
  setting: Setting;
  typed: string;
  onChange(typed: string): void;
  mistake: string | null;
}) {
  const { value, title, unit, maxLength } = setting;
  const kind = value.__typename;
  const shared = {
    value: typed,
    error: mistake,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  if (kind === 'BooleanValue')
    return <BooleanField title={title} typed={typed} onChange={onChange} mistake={mistake} />;
  if (kind === 'SecretValue') {
    return (
      <PasswordInput
        label="New secret"
        description="It cannot be looked up again."
        autoComplete="off"
        visibilityToggleButtonProps={{ 'aria-label': 'Show what is typed' }}
        {...shared}
      />
    );
  }
  if (kind === 'TextValue') {
    return (maxLength ?? 0) > ONE_LINE ? (
      <Textarea label="Text" rows={8} spellCheck={false} classNames={{ input: 'settings-long' }} {...shared} />
    ) : (
      <TextInput label="Text" maxLength={maxLength ?? undefined} spellCheck={false} {...shared} />
    );
  }
  return (
    <TextInput
      label={unit === 'USD_MICROS' ? 'US dollars' : unit ? `Number of ${UNITS[unit]}` : 'Number'}
      description={<RangeHint setting={setting} typed={typed} />}
      inputMode={unit === 'USD_MICROS' ? 'decimal' : 'numeric'}
      leftSection={unit === 'USD_MICROS' ? '$' : undefined}
      maxLength={24}
      autoComplete="off"
      classNames={{ root: 'settings-number' }}
      {...shared}
    />
  );
}

function BooleanField({
  title,
  typed,
  onChange,
  mistake,
}: {
  title: string;
  typed: string;
  onChange(typed: string): void;
  mistake: string | null;
}) {
  return (
    <fieldset aria-invalid={mistake !== null}>
      <legend className="only-heard">{title}</legend>
      {(['true', 'false'] as const).map((value) => (
        <label key={value} className="check">
          <input type="radio" name="value" checked={typed === value} onChange={() => onChange(value)} />{' '}
          {value === 'true' ? 'On' : 'Off'}
        </label>
      ))}
      {mistake && <p className="mantine-InputWrapper-error">{mistake}</p>}
    </fieldset>
  );
}

/** What may be set, and how people would say what is typed. */
function RangeHint({ setting, typed }: { setting: Setting; typed: string }): ReactNode {
  const { minimum, maximum, unit, zeroMeans } = setting;
  const plain = { unit: unit === 'BYTES' || unit === 'USD_MICROS' ? unit : null, zeroMeans: null };
  const words = (amount: number) => formatNumber(amount, plain);
  const sent = parseSetting(typed, 'IntegerValue', setting);
  const said = typeof sent === 'string' || !('integer' in sent) ? null : formatNumber(sent.integer, setting);
  return (
    <>
      {typeof minimum === 'number' && typeof maximum === 'number' && `${words(minimum)} to ${words(maximum)}. `}
      {zeroMeans && minimum === 0 && `0: ${zeroMeans}. `}
      {said && unit && unit !== 'USD_MICROS' && <>That is {said}.</>}
    </>
  );
}
