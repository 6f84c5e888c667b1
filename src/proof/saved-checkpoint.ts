import { parseBundle } from './bundle.ts';
import { decodeUtf8 } from './bytes.ts';
import { parseCheckpoint } from './checkpoint.ts';
import { parseNote } from './note.ts';
import { isTlogProof, parseTlogProof } from './tlog-proof.ts';

/**
 * The checkpoint's note in a file that the reader saved: the note itself, a `seal.tlog-proof`, or a `seal.sigstore.json` of any
 * seal. The note isn't verified.
 * @throws {MalformedInput}
 */
export function checkpointIn(kept: Uint8Array): string {
  const note = noteIn(kept);
  parseCheckpoint(parseNote(note).text);
  return note;
}

function noteIn(kept: Uint8Array): string {
  const text = decodeUtf8(kept);
  if (isTlogProof(text)) return parseTlogProof(text).checkpoint;
  return text.startsWith('{') ? parseBundle(kept).logEntry.inclusionProof.checkpoint : text;
}
