import { equalBytes } from '../bytes.ts';
import { openCheckpoint } from '../checkpoint.ts';
import { CompactRange } from '../merkle.ts';
import type { VerifierKey } from '../note.ts';
import type { AuditMemory, RememberedState } from './audit-memory.ts';
import type { SignedCheckpoint } from './checkpoint-reader.ts';

/** The checkpoint in a stored state, parsed and verified. @throws CorruptState */
export function keptCheckpoint(
  { checkpoint: note, place }: RememberedState,
  key: VerifierKey,
  memory: AuditMemory,
): SignedCheckpoint {
  try {
    return { ...openCheckpoint(note, key), note };
  } catch (cause) {
    throw memory.corrupt(place, cause);
  }
}

/** The tree at the checkpoint of a stored state. @throws CorruptState if the stored hashes don't match the checkpoint */
export function rangeOf(kept: RememberedState, key: VerifierKey, memory: AuditMemory): CompactRange {
  const { size, root } = keptCheckpoint(kept, key, memory);
  try {
    const range = new CompactRange(size, kept.hashes);
    if (equalBytes(range.root(), root)) return range;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw memory.corrupt(kept.place);
}
