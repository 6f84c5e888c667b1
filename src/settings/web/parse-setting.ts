import { amountText, readAmount } from '../../web/kit/amount.ts';
import type { Setting, SettingValue } from './setting.ts';
import { texts } from './texts.ts';

/** A whole number: digits, or groups of three with the same separator between them. `1,5` isn't one. */
const WHOLE_NUMBER = /^-?(?:\d+|\d{1,3}(?:([,._’'\s])\d{3})(?:\1\d{3})*)$/u;
const MAX_DIGITS = 15;

type SettingUnit = Pick<Setting, 'unit'>;

/** A value of a setting, as the input of `updateSetting` takes it. */
export type SettingInput = { boolean: boolean } | { integer: number } | { text: string } | { secret: string };

/** Value of a setting as text for its input field. Empty for secrets. */
export function fieldText(value: SettingValue, { unit }: SettingUnit): string {
  if (value.__typename === 'BooleanValue') return String(value.boolean);
  if (value.__typename === 'IntegerValue') {
    return unit === 'USD_MICROS' ? amountText(value.integer) : String(value.integer);
  }
  return value.__typename === 'TextValue' ? value.text : '';
}

/** Converts the typed text to the input of `updateSetting`, or returns an error message. The service checks the allowed range. */
export function parseSetting(
  typed: string,
  kind: SettingValue['__typename'],
  { unit }: SettingUnit,
): SettingInput | string {
  if (kind === 'BooleanValue') return { boolean: typed === 'true' };
  if (kind === 'TextValue') return { text: typed };
  if (kind === 'SecretValue') return { secret: typed.trim() };
  if (unit === 'USD_MICROS') {
    const read = readAmount(typed);
    if (read.is === 'AMOUNT') return { integer: read.micros };
    return read.is === 'FAULT' ? read.sentence : texts.input.amount;
  }
  const text = typed.trim();
  if (!WHOLE_NUMBER.test(text)) return texts.input.wholeNumber;
  const digits = text.replaceAll(/[^\d-]/g, '');
  return digits.length > MAX_DIGITS ? texts.input.tooLarge : { integer: Number(digits) };
}
