const MAX_VALUE_LENGTH = 1_000;

/**
 * The value of a header that isn't our own text: everything but printable ASCII is percent-encoded as UTF-8, and so is `%`.
 * At most the first 1000 characters.
 */
export function toHeaderText(text: string): string {
  return toHeaderValue(text.slice(0, MAX_VALUE_LENGTH).toWellFormed().trim().replaceAll('%', '%25'));
}

/** The value of a header of our own, in which only what a header can't carry is percent-encoded: Node throws at such a value. */
export function toHeaderValue(value: string): string {
  return value.toWellFormed().replace(/[^\x20-\x7e]/gu, encodeURIComponent);
}
