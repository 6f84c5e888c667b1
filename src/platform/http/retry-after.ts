/** Maximum wait that a server's response can ask for: one day. The caller decides again after a day. */
export const MAX_RETRY_AFTER_MS = 86_400_000;

/**
 * Milliseconds that a server's response asks to wait. Null if it states nothing valid. `retry-after-ms` is OpenAI's header;
 * `retry-after` takes seconds or a date (RFC 9110 10.2.3).
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
  // Only text that starts like a date is parsed: `Date.parse` reads nearly any text with a number as a date.
  return /^[A-Z][a-z]{2,8},? /.test(plain) ? boundedMs(Date.parse(plain) - now) : null;
}

function boundedMs(ms: number): number | null {
  return Number.isFinite(ms) ? Math.min(Math.max(Math.ceil(ms), 0), MAX_RETRY_AFTER_MS) : null;
}
