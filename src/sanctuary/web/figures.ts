import { texts } from './texts.ts';

const GROUPED = new Intl.NumberFormat('en');

const grouped = (value: number) => GROUPED.format(value);

/** Formats a number of tokens, for example as `12,000` or `1.2 million`. */
export function tokensWords(tokens: number): string {
  return tokens >= 1e6 ? texts.millions(Number((tokens / 1e6).toPrecision(3))) : grouped(tokens);
}

export const milliseconds = (ms: number) => (ms < 999.5 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(2)} s`);
