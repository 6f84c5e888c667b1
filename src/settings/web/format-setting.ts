import { formatCount } from '../../platform/text/plural.ts';
import { dollars } from '../../web/kit/values.tsx';
import type { Setting, SettingValue } from './setting.ts';
import { texts } from './texts.ts';

type Unit = NonNullable<Setting['unit']>;

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** Units of time with their size in seconds, largest first. */
const SECONDS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;
const BYTES = [
  ['TB', 1_000_000_000_000],
  ['GB', 1_000_000_000],
  ['MB', 1_000_000],
  ['kB', 1_000],
] as const;

/** The duration in the largest unit that divides it without remainder. Null if only seconds do. */
function inLargestUnit(seconds: number): string | null {
  const unit = SECONDS.find(([, length]) => seconds > 0 && seconds % length === 0);
  return unit ? formatCount(seconds / unit[1], unit[0]) : null;
}

const FORMATTERS: Readonly<Record<Unit, (amount: number) => string>> = {
  SECONDS: (amount) => inLargestUnit(amount) ?? formatCount(amount, 'second'),
  MINUTES: (amount) => inLargestUnit(amount * 60) ?? formatCount(amount, 'minute'),
  DAYS: (amount) => formatCount(amount, 'day'),
  MONTHS: (amount) => formatCount(amount, 'month'),
  BYTES: (amount) => {
    const unit = BYTES.find(([, length]) => amount >= length);
    return unit ? `${short.format(amount / unit[1])} ${unit[0]}` : formatCount(amount, 'byte');
  },
  USD_MICROS: dollars,
};

/** Number with its unit, e.g. `1 hour` or `5 MB`. For 0, what zero means for this setting, if it has a special meaning. */
export function formatNumber(amount: number, { unit, zeroMeans }: Pick<Setting, 'unit' | 'zeroMeans'>): string {
  if (amount === 0 && zeroMeans) return zeroMeans;
  return unit ? FORMATTERS[unit](amount) : whole.format(amount);
}

/**
 * Value of a setting as text, or null if unset. Secrets are shown by fingerprint, texts of several lines by their number of
 * lines.
 */
export function formatSetting(value: SettingValue, about: Pick<Setting, 'unit' | 'zeroMeans'>): string | null {
  if (value.__typename === 'BooleanValue') return value.boolean ? texts.values.on : texts.values.off;
  if (value.__typename === 'IntegerValue') return formatNumber(value.integer, about);
  if (value.__typename === 'SecretValue') return value.fingerprint ?? null;
  const lines = value.text.trimEnd().split('\n').length;
  return lines > 1 ? texts.values.lines(lines) : value.text || null;
}
