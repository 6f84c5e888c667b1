import { Check, Copy } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { announce } from './announce.tsx';
import { texts } from './texts.ts';

export { atMost } from '../../platform/text/amount.ts';

const MICROS = 1_000_000;
const dayAndTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** Formats micro-dollars with as many digits as small amounts need. A call can cost a thousandth of a cent. */
export function dollars(micros: number): string {
  const amount = Math.abs(micros) / MICROS;
  const digits = amount === 0 || amount >= 1 ? 2 : Math.min(6, Math.max(2, 1 - Math.floor(Math.log10(amount))));
  return `${micros < 0 ? '−' : ''}$${amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: digits })}`;
}

/** Displays an amount in micro-dollars. Null is displayed as unknown, not as zero. */
export function Money({ micros, isEstimated = false }: { micros: number | null | undefined; isEstimated?: boolean }) {
  if (micros === null || micros === undefined) return <span className="unknown">{texts.common.unknown}</span>;
  return (
    <span className="number">
      {dollars(micros)}
      {isEstimated && <span className="hint"> {texts.values.estimated}</span>}
    </span>
  );
}

/** Displays a time in the user's time zone, with the exact UTC time as tooltip. With `ago`, a relative time. */
export function When({ at, ago = false }: { at: string | null | undefined; ago?: boolean }) {
  if (!at) return <span className="unknown">{texts.values.never}</span>;
  const exact = at.replace('T', ' ').replace('Z', ' UTC');
  return (
    <time dateTime={at} title={exact}>
      {ago ? relativeTime(at) : dayAndTime.format(new Date(at))}
    </time>
  );
}

function relativeTime(at: string): string {
  const seconds = (Date.parse(at) - Date.now()) / 1000;
  const unit = UNITS.find(([, length]) => Math.abs(seconds) >= length);
  return unit
    ? relative.format(Math.round(seconds / unit[1]), unit[0])
    : seconds > 0
      ? texts.values.inAMoment
      : texts.values.justNow;
}

/**
 * Displays an id in monospace. With `short`, an id of more than 16 characters is shortened to its prefix and last six
 * characters. Copying always gives the full id.
 */
export function Id({ value, short = false, copies = false }: { value: string; short?: boolean; copies?: boolean }) {
  return (
    <span className="id-with">
      <span className="id" title={short ? value : undefined}>
        {short && value.length > 16 ? `${value.slice(0, value.indexOf('_') + 1)}…${value.slice(-6)}` : value}
      </span>
      {copies && <CopyButton text={value} what="id" />}
    </span>
  );
}

/** Button that copies a text and displays a message that says whether it was copied. */
export function CopyButton({
  text,
  what = 'text',
  label,
}: {
  text: string;
  /** Kind of the text, for the message that it was copied. */
  what?: keyof typeof texts.copyable;
  label?: string;
}) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      announce(texts.values.copied(texts.copyable[what]));
      setTimeout(() => setCopied(false), 2_000);
    } catch {
      announce(texts.values.copyFailed(texts.copyable[what]));
    }
  };
  return (
    <button
      type="button"
      className="icon-button"
      onClick={copy}
      aria-label={label ? undefined : texts.values.copy(texts.copyable[what])}
    >
      {isCopied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      {label && <span>{label}</span>}
    </button>
  );
}

export type Tone = 'plain' | 'care' | 'bad' | 'good';

/** Label with a status. Green means verified and nothing else; normal statuses have no colour. */
export function StatusBadge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  );
}

/** Matches abbreviations that labels write in capitals. */
const SPELT = /\b(?:api|crm|mcp|url)\b/g;

/** Label of an enum value, e.g. "Pending review" for `PENDING_REVIEW`. */
export function enumLabel(value: string): string {
  const words = value
    .toLowerCase()
    .replaceAll('_', ' ')
    .replaceAll(SPELT, (word) => word.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Displays a list of terms and values. Leaves out null values. */
export function Facts({ items }: { items: readonly (readonly [term: string, value: ReactNode])[] }) {
  return (
    <dl className="facts">
      {items.map(([term, value]) =>
        value === null || value === undefined ? null : (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
