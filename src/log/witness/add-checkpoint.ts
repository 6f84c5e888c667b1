import { parseDecimal } from '../../proof/decimal.ts';
import { MalformedInput } from '../../proof/malformed-input.ts';

/** Media type of a 409 response that contains the size known to the witness. */
export const SIZE_MEDIA_TYPE = 'text/x.tlog.size';

/**
 * Maximum size of a request or response. Enough for 63 hashes and a checkpoint with its signatures. C2SP signed-note requires
 * that at least sixteen signatures are accepted, and post-quantum signatures have nearly 5 kB each, a third more in base64.
 */
export const MAX_MESSAGE_BYTES = 131_072;

/** Reads the size of the tree that a witness knows, in entries, from its 409 response. @throws {MalformedInput} */
export function parseSizeAnswer(body: string): number {
  if (!body.endsWith('\n')) throw new MalformedInput('the size in the response must end in a newline');
  return parseDecimal(body.slice(0, -1), 'size that the witness knows');
}
