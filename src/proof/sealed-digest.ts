import { parseBundle } from './bundle.ts';
import { withoutByteOrderMark } from './bytes.ts';
import { MalformedInput } from './malformed-input.ts';
import { parseSealStatement } from './statement.ts';

/**
 * SHA-256 of the sealed bytes that a seal file names, hex. Null for a file that isn't a readable seal. The seal isn't verified.
 */
export function sealedDigestIn(file: Uint8Array): string | null {
  try {
    return parseSealStatement(parseBundle(withoutByteOrderMark(file)).envelope.payload).subject[0].digest.sha256;
  } catch (error) {
    if (error instanceof MalformedInput) return null;
    throw error;
  }
}
