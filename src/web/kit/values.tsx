import { Check, Copy } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { announce } from './announce.tsx';

export { atMost } from '../../platform/text/amount.ts';

const MICROS = 1_000_000;
const dayAndTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** US dollars. As many digits as it takes for an amount to be seen: a call may cost a thousandth of a cent. */
export function dollars(micros: number): string {
  const amount = Math.abs(micros) / MICROS;
  const digits = amount === 0 || amount >= 1 ? 2 : Math.min(6, Math.max(2, 1 - Math.floor(Math.log10(amount))));
  return `${micros < 0 ? '−' : ''}$${amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: digits })}`;
}

/** An amount in micros of USD. What nobody knows is said, and is not nothing. */
export function Money({ micros, isEstimated = false }: { micros: number | null | undefined; isEstimated?: boolean }) {
  if (micros === null || micros === undefined) return <span className="unknown">unknown</span>;
  return (
    <span className="number">
      {dollars(micros)}
      {isEstimated && <span className="hint"> estimated</span>}
    </span>
  );
}

/** A time as the reader's clock has it; exactly and in UTC for whoever points at it. `ago`: how long it is away. */
export function When({ at, ago = false }: { at: string | null | undefined; ago?: boolean }) {
  if (!at) return <span className="unknown">never</span>;
  const exact = at.replace('T', ' ').replace('Z', ' UTC');
  return (
    <time dateTime={at} title={exact}>
      {ago ? howLong(at) : dayAndTime.format(new Date(at))}
    </time>
  );
}

function howLong(at: string): string {
  const seconds = (Date.parse(at) - Date.now()) / 1000;
  const unit = UNITS.find(([, length]) => Math.abs(seconds) >= length);
  return unit ? relative.format(Math.round(seconds / unit[1]), unit[0]) : seconds > 0 ? 'in a moment' : 'just now';
}

/** An id, to be read by a machine: in monospace, whole for who copies it. `short` shows its end alone. */
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

/** Copies a text, and says so. */
export function CopyButton({ text, what = 'text', label }: { text: string; what?: string; label?: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      announce(`The ${what} is copied.`);
      setTimeout(() => setCopied(false), 2_000);
    } catch {
      announce(`This browser does not let a page copy. Mark the ${what} and copy it by hand.`);
    }
  };
  return (
    <button type="button" className="icon-button" onClick={copy} aria-label={label ? undefined : `Copy the ${what}`}>
      {isCopied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      {label && <span>{label}</span>}
    </button>
  );
}

export type Tone = 'plain' | 'care' | 'bad' | 'good';

/** A state in one word. Green is for what was verified, and for nothing else: what merely works is plain. */
export function StatusBadge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  );
}

/** Words that are no words, but spelt. */
const SPELT = /\b(?:api|crm|mcp|url)\b/g;

/** A value of an enum as words: `PENDING_REVIEW` is "Pending review". */
export function wordsOf(value: string): string {
  const words = value
    .toLowerCase()
    .replaceAll('_', ' ')
    .replaceAll(SPELT, (word) => word.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Terms and what they are; what is null is left out. */
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
