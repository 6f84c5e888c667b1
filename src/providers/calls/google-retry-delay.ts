import { MAX_RETRY_AFTER_MS } from '../../platform/http/retry-after.ts';

/** Retry delay in milliseconds, from Google's body: `"retryDelay": "34s"`. Null if missing. */
export function retryDelayMs(body: string | undefined): number | null {
  const seconds = body && /"retryDelay"\s*:\s*"(\d{1,6}(?:\.\d{1,9})?)s"/.exec(body)?.[1];
  return seconds ? Math.min(Math.ceil(Number(seconds) * 1_000), MAX_RETRY_AFTER_MS) : null;
}
