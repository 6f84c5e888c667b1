import { parseDecimal } from '../../proof/decimal.ts';
import { Malformed } from '../../proof/malformed.ts';

/** Of an answer 409 that tells the size the witness knows. */
export const SIZE_MEDIA_TYPE = 'text/x.tlog.size';

// 63 hashes, a checkpoint and its signatures; post-quantum ones are nearly 5 kB each.
export const MAX_REQUEST_BYTES = 65_536;

/** The size in an answer 409. @throws {Malformed} */
export function parseSizeAnswer(body: string): number {
  if (!body.endsWith('\n')) throw new Malformed('a size ends in a newline');
  return parseDecimal(body.slice(0, -1), 'size that the witness knows');
}
