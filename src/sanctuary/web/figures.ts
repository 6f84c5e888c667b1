const GROUPED = new Intl.NumberFormat('en');

export const grouped = (value: number) => GROUPED.format(value);

/** Money in micros of USD, with as many places as it takes to tell it from nothing. */
export function dollars(micros: number | null): string {
  if (micros === null) return 'unknown';
  if (micros === 0) return '$0';
  const amount = micros / 1e6;
  return `$${amount >= 1 ? amount.toFixed(2) : amount.toPrecision(2)}`;
}

/** `12,000`, `1.2 million`. */
export function tokensWords(tokens: number): string {
  return tokens >= 1e6 ? `${Number((tokens / 1e6).toPrecision(3))} million` : grouped(tokens);
}

export const milliseconds = (ms: number) => (ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(2)} s`);
