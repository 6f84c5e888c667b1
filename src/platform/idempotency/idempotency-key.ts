import { Refusal } from '../errors/errors.ts';

/** Maximum length in UTF-16 code units. */
const MAX_IDEMPOTENCY_KEY_LENGTH = 255;

/**
 * Describes in a sentence why an idempotency key is invalid; null if it is valid. Control characters are refused because a header
 * can't contain them, so the key would work in GraphQL but not in REST.
 */
export function idempotencyKeyFault(key: string): string | null {
  const isUsable = key !== '' && key.length <= MAX_IDEMPOTENCY_KEY_LENGTH && key.isWellFormed() && !/\p{Cc}/u.test(key);
  return isUsable ? null : `An idempotency key must have 1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} printable characters.`;
}

/** @throws Refusal IDEMPOTENCY_KEY_INVALID */
export function assertIdempotencyKey(key: string): void {
  const fault = idempotencyKeyFault(key);
  if (fault !== null) throw new Refusal('IDEMPOTENCY_KEY_INVALID', fault);
}

/**
 * Reads the idempotency key from the header `Idempotency-Key`, with or without the quotation marks of the draft standard.
 * @throws Refusal IDEMPOTENCY_KEY_INVALID
 */
export function idempotencyKeyOf(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const key = header.replace(/^"(.*)"$/, '$1');
  assertIdempotencyKey(key);
  return key;
}
