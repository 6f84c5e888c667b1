const MAX_VALUE_LENGTH = 1_000;

/**
 * Encodes external text for a header value: everything but printable ASCII is percent-encoded as UTF-8, and so is `%`. Uses at
 * most the first 1000 characters.
 */
export function toHeaderText(text: string): string {
  return toHeaderValue(text.slice(0, MAX_VALUE_LENGTH).toWellFormed().trim().replaceAll('%', '%25'));
}

/**
 * Encodes the service's own text for a header value: percent-encodes everything but printable ASCII, because Node throws for many
 * other characters.
 */
export function toHeaderValue(value: string): string {
  return value.toWellFormed().replace(/[^\x20-\x7e]/gu, encodeURIComponent);
}
