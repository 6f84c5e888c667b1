import { parseDecimal } from '../../proof/decimal.ts';
import { Malformed } from '../../proof/malformed.ts';

/** Of an answer 409 that tells the size the witness knows. */
export const SIZE_MEDIA_TYPE = 'text/x.tlog.size';

/**
 * 63 hashes, a checkpoint and its signatures, or an answer's: C2SP signed-note wants room for at least sixteen, of which
 * post-quantum ones are nearly 5 kB each, and a third more in base64.
 */
export const MAX_MESSAGE_BYTES = 131_072;

/** The size in an answer 409. @throws {Malformed} */
export function parseSizeAnswer(body: string): number {
  if (!body.endsWith('\n')) throw new Malformed('a size ends in a newline');
  return parseDecimal(body.slice(0, -1), 'size that the witness knows');
}
