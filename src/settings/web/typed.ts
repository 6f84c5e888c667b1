import { microsOf, typedOf } from '../../web/kit/amount.ts';
import type { Setting, SettingValue } from './setting.ts';

type About = Pick<Setting, 'unit'>;

/** What of `changeSetting`'s input a value of this kind is sent as. */
export type Sent = { boolean: boolean } | { integer: number } | { text: string } | { secret: string };

/** A value as somebody would type it. Nothing of a secret. */
export function typedValue(value: SettingValue, { unit }: About): string {
  if (value.__typename === 'BooleanValue') return String(value.boolean);
  if (value.__typename === 'IntegerValue') {
    return unit === 'USD_MICROS' ? typedOf(value.integer) : String(value.integer);
  }
  return value.__typename === 'TextValue' ? value.text : '';
}

/** What somebody typed, as it is sent; or what is wrong with it. Whether it may be set, the service says. */
export function sentOf(typed: string, kind: SettingValue['__typename'], { unit }: About): Sent | string {
  if (kind === 'BooleanValue') return { boolean: typed === 'true' };
  if (kind === 'TextValue') return { text: typed };
  if (kind === 'SecretValue') return { secret: typed.trim() };
  if (unit === 'USD_MICROS') {
    const micros = microsOf(typed);
    return typeof micros === 'number' ? { integer: micros } : 'Write dollars with a point, for example 25 or 0.50.';
  }
  const digits = typed.trim().replaceAll(/[\s,_’']/g, '');
  if (!/^-?\d{1,15}$/.test(digits)) return 'Write a whole number.';
  return { integer: Number(digits) };
}
