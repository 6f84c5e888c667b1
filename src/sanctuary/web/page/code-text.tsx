/** Shows a text from the service. Parts between backticks are formatted as code. */
export function CodeText({ text }: { text: string }) {
  // Every second piece was between backticks.
  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces never move
  return text.split('`').map((piece, at) => (at % 2 === 1 ? <code key={at}>{piece}</code> : piece));
}
