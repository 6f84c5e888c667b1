import { PasswordInput, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/PasswordInput.layer.css';
import type { ReactNode } from 'react';
import { formatNumber } from './format-setting.ts';
import { parseSetting } from './parse-setting.ts';
import type { Setting } from './setting.ts';
import { texts } from './texts.ts';

/** Maximum length of a text for a one-line field. Settings whose texts can be longer get several lines. */
const ONE_LINE = 1_000;

/** Input field for a value of the setting's type, with its error. */
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
        label={texts.input.newSecret}
        description={texts.input.newSecretHint}
        autoComplete="off"
        visibilityToggleButtonProps={{ 'aria-label': texts.common.showInput }}
        {...shared}
      />
    );
  }
  if (kind === 'TextValue') {
    return (maxLength ?? 0) > ONE_LINE ? (
      <Textarea
        label={texts.input.text}
        rows={8}
        spellCheck={false}
        classNames={{ input: 'settings-long' }}
        {...shared}
      />
    ) : (
      <TextInput label={texts.input.text} maxLength={maxLength ?? undefined} spellCheck={false} {...shared} />
    );
  }
  return (
    <TextInput
      label={
        unit === 'USD_MICROS' ? texts.input.dollars : unit ? texts.input.unit(texts.units[unit]) : texts.input.number
      }
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
          {value === 'true' ? texts.values.on : texts.values.off}
        </label>
      ))}
      {mistake && <p className="mantine-InputWrapper-error">{mistake}</p>}
    </fieldset>
  );
}

/** Hint below a field: the allowed range, and the typed number in a readable unit. */
function RangeHint({ setting, typed }: { setting: Setting; typed: string }): ReactNode {
  const { minimum, maximum, unit, zeroMeans } = setting;
  const plain = { unit: unit === 'BYTES' || unit === 'USD_MICROS' ? unit : null, zeroMeans: null };
  const words = (amount: number) => formatNumber(amount, plain);
  const sent = parseSetting(typed, 'IntegerValue', setting);
  const formatted = typeof sent === 'string' || !('integer' in sent) ? null : formatNumber(sent.integer, setting);
  return (
    <>
      {typeof minimum === 'number' && typeof maximum === 'number' && texts.input.range(words(minimum), words(maximum))}
      {zeroMeans && minimum === 0 && `0: ${zeroMeans}. `}
      {formatted && unit && unit !== 'USD_MICROS' && <>{texts.input.equals(formatted)}</>}
    </>
  );
}
