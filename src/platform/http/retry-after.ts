/** A server that says more than a day means "not today": the caller decides again by then. */
export const MAX_RETRY_AFTER_MS = 86_400_000;

/**
 * How long to wait by what a server said, in milliseconds; null where it said nothing that can be understood.
 * `retry-after-ms` is OpenAI's, `retry-after` takes seconds or a date (RFC 9110 10.2.3).
 */
export function retryAfterMs(headers: Readonly<Record<string, string>> | undefined, now: number): number | null {
  const exact = headers?.['retry-after-ms'];
  if (exact !== undefined) {
    const bounded = boundedMs(Number(exact));
    if (bounded !== null && exact.trim() !== '') return bounded;
  }
  const plain = headers?.['retry-after']?.trim();
  if (!plain) return null;
  if (/^\d+(\.\d+)?$/.test(plain)) return boundedMs(Number(plain) * 1_000);
  // Only dates: `Date.parse` makes something of nearly every text with a number in it.
  return /^[A-Z][a-z]{2,8},? /.test(plain) ? boundedMs(Date.parse(plain) - now) : null;
}

function boundedMs(ms: number): number | null {
  return Number.isFinite(ms) ? Math.min(Math.max(Math.ceil(ms), 0), MAX_RETRY_AFTER_MS) : null;
}
