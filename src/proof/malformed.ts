/** What was read is not in the form it claims. The message says what was expected; nothing of the input is trusted. */
export class Malformed extends Error {
  override readonly name: string = 'Malformed';
}
