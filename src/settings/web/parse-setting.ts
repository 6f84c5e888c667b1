import { amountText, readAmount } from '../../web/kit/amount.ts';
import type { Setting, SettingValue } from './setting.ts';

/** Digits, or groups of three with one separator between them. `1,5` isn't a whole number. */
const WHOLE_NUMBER = /^-?(?:\d+|\d{1,3}(?:([,._’'\s])\d{3})(?:\1\d{3})*)$/u;
const MAX_DIGITS = 15;

type SettingUnit = Pick<Setting, 'unit'>;

/** What of `changeSetting`'s input a value of this kind is sent as. */
export type SettingInput = { boolean: boolean } | { integer: number } | { text: string } | { secret: string };

/** A value as somebody would type it. Nothing of a secret. */
export function fieldText(value: SettingValue, { unit }: SettingUnit): string {
  if (value.__typename === 'BooleanValue') return String(value.boolean);
  if (value.__typename === 'IntegerValue') {
    return unit === 'USD_MICROS' ? amountText(value.integer) : String(value.integer);
  }
  return value.__typename === 'TextValue' ? value.text : '';
}

/** What somebody typed, as it is sent; or what is wrong with it. Whether it may be set, the service says. */
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
    return read.is === 'FAULT' ? read.sentence : 'Write an amount, for example 25 or 0.50.';
  }
  const text = typed.trim();
  if (!WHOLE_NUMBER.test(text)) return 'Write a whole number.';
  const digits = text.replaceAll(/[^\d-]/g, '');
  return digits.length > MAX_DIGITS ? 'Write a smaller number.' : { integer: Number(digits) };
}
