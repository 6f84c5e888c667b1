/** A sentence of the service, with what stands between backticks as code. */
export function Words({ of: sentence }: { of: string }) {
  // Every second piece stood between two of them.
  // biome-ignore lint/suspicious/noArrayIndexKey: they stand where they stand
  return sentence.split('`').map((piece, at) => (at % 2 === 1 ? <code key={at}>{piece}</code> : piece));
}
