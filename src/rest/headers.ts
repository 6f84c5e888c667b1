import { Refusal } from '../platform/errors.ts';

const DEFAULT_WAIT_SECONDS = 20;

/** Seconds of `Prefer: wait=N` (RFC 7240); a preference that cannot be read is one that was not stated. */
export function waitOf(prefer: string | undefined): number {
  const seconds = /(?:^|[,;]\s*)wait\s*=\s*"?(\d{1,6})"?/i.exec(prefer ?? '')?.[1];
  return seconds === undefined ? DEFAULT_WAIT_SECONDS : Number(seconds);
}

/** The key of `Idempotency-Key`, with or without the quotation marks that its draft asks for. */
export function idempotencyKeyOf(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const key = header.replace(/^"(.*)"$/, '$1');
  if (key === '' || key.length > 255) {
    throw new Refusal('IDEMPOTENCY_KEY_INVALID', 'An Idempotency-Key has 1 to 255 characters.');
  }
  return key;
}

/** RFC 8288. The filters stay in the link, so that following it needs nothing else. */
export function linkToNext(
  path: string,
  query: Record<string, unknown>,
  cursor: string | null,
): Record<string, string> {
  if (!cursor) return {};
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, cursor })) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  return { Link: `<${path}?${parameters}>; rel="next"` };
}
