import { equalBytes } from '../../proof/bytes.ts';
import { openCheckpoint } from '../../proof/checkpoint.ts';
import { CompactRange } from '../../proof/merkle.ts';
import type { VerifierKey } from '../../proof/note.ts';
import { type AuditedState, type AuditFolder, SpoiltState } from './audit-folder.ts';
import type { SignedCheckpoint } from './checkpoint-reader.ts';

/** The checkpoint that was kept. @throws SpoiltState */
export function keptCheckpoint(
  { checkpoint: note }: AuditedState,
  key: VerifierKey,
  { stateFile }: AuditFolder,
): SignedCheckpoint {
  try {
    return { ...openCheckpoint(note, key), note };
  } catch (cause) {
    throw new SpoiltState(stateFile, { cause });
  }
}

/** The tree at the checkpoint that was kept. @throws SpoiltState when the two do not belong together. */
export function rangeOf(kept: AuditedState, key: VerifierKey, folder: AuditFolder): CompactRange {
  const { size, root } = keptCheckpoint(kept, key, folder);
  try {
    const range = new CompactRange(size, kept.hashes);
    if (equalBytes(range.root(), root)) return range;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw new SpoiltState(folder.stateFile);
}
