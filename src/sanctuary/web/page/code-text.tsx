/** A text of the service, with what stands between backticks as code. */
export function CodeText({ text }: { text: string }) {
  // Every second piece stood between two of them.
  // biome-ignore lint/suspicious/noArrayIndexKey: they stand where they stand
  return text.split('`').map((piece, at) => (at % 2 === 1 ? <code key={at}>{piece}</code> : piece));
}
