/** Characters of a name that a provider chooses, such as the model's or the call's. */
const MAX_NAME_LENGTH = 200;

/**
 * A name as a provider gives it, in a form that logs, columns and headers can hold: at most 200 characters, and U+FFFD in the
 * place of control characters and of halves of surrogate pairs. Null where the provider gives none.
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
