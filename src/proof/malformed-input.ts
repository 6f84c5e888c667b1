/** Input doesn't have its required form. The message says what was expected. */
export class MalformedInput extends Error {
  override readonly name: string = 'MalformedInput';
}
