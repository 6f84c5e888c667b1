/** Maximum characters of a name from a provider, such as a model name or a call id. */
const MAX_NAME_LENGTH = 200;

/**
 * Makes a provider's name safe for logs, columns and headers: at most 200 characters, with U+FFFD for control characters and
 * unpaired surrogates. Null without a name.
 */
export function nameFromProvider(given: unknown): string | null {
  if (typeof given !== 'string' || given === '') return null;
  // Cut first: a provider may send megabytes.
  const characters = [...given.slice(0, 2 * MAX_NAME_LENGTH)].slice(0, MAX_NAME_LENGTH);
  return characters
    .join('')
    .toWellFormed()
    .replace(/\p{Cc}/gu, '\ufffd');
}
