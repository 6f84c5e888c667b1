const MAX_VALUE_LENGTH = 1_000;

/**
 * Encodes external text for a header value: everything but printable ASCII is percent-encoded as UTF-8, and so is `%`. Uses at
 * most the first 1000 characters.
 */
export function toHeaderText(text: string): string {
  return toHeaderValue(text.slice(0, MAX_VALUE_LENGTH).toWellFormed().trim().replaceAll('%', '%25'));
}

/**
 * Encodes the service's own text for a header value: percent-encodes only characters that a header can't contain, because Node
 * throws for them.
 */
export function toHeaderValue(value: string): string {
  return value.toWellFormed().replace(/[^\x20-\x7e]/gu, encodeURIComponent);
}
