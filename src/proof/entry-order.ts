import { CHAIN_START, chainHash, type HashedLink } from './chain.ts';

export interface EntryFlaw {
  fault: 'ADDED' | 'ENTRY_CHANGED' | 'REMOVED' | 'REORDERED' | 'TIME_DISORDER';
  reason: string;
}

/**
 * Returns what is wrong with an entry of an export: its place after the previous entry, its time and its hash.
 * @param before previous entry of the export; null for the first one
 * @param first sequence number with which the export should begin; null if it shouldn’t have entries
 */
export function flawsInEntry(entry: HashedLink, before: HashedLink | null, first: number | null): EntryFlaw[] {
  const flaws = [flawInPlace(entry, before, first)];
  const { seq, recordedAt } = entry;
  if (before && recordedAt < before.recordedAt) {
    const reason = `Entry ${seq} was recorded at ${recordedAt}, before entry ${before.seq} at ${before.recordedAt}.`;
    flaws.push({ fault: 'TIME_DISORDER', reason });
  }
  if (entry.hash !== chainHash(entry)) {
    const reason = `Entry ${seq} was changed: its hash doesn’t match its content.`;
    flaws.push({ fault: 'ENTRY_CHANGED', reason });
  }
  return flaws.filter((flaw) => flaw !== null);
}

function flawInPlace({ seq, previous }: HashedLink, before: HashedLink | null, first: number | null): EntryFlaw | null {
  const expected = before ? before.seq + 1 : first;
  if (expected !== null && seq > expected) {
    const gap = seq - 1 === expected ? `Entry ${expected} is` : `Entries ${expected} to ${seq - 1} are`;
    const reason = `${gap} missing: entry ${seq} follows ${before ? before.seq : 'the beginning'}.`;
    return { fault: 'REMOVED', reason };
  }
  if (before && seq === before.seq) return { fault: 'ADDED', reason: `Entry ${seq} appears twice.` };
  if (expected === null || seq < expected) {
    return { fault: 'REORDERED', reason: `Entry ${seq} follows ${before ? `entry ${before.seq}` : 'the beginning'}.` };
  }
  if (previous === (before?.hash ?? (seq === 1 ? CHAIN_START : previous))) return null;
  const after = before ? `entry ${before.seq}` : 'the beginning of the chain';
  const reason = `Entry ${seq} does not continue ${after}: one of them was changed or inserted.`;
  return { fault: 'ENTRY_CHANGED', reason };
}
