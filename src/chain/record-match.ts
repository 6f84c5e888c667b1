import { CHAIN_START, chainHash, type HashedLink } from '../proof/chain.ts';
import { documentDigest } from '../proof/document-digest.ts';
import type { BlindedRecord } from './blinding.ts';

/** Place before the first entry of the chain. */
export const CHAIN_BEGIN: Pick<HashedLink, 'seq' | 'hash'> = { seq: 0, hash: CHAIN_START };

/** True if an entry of the chain has its own hash, and continues the entry before it. */
export function continues(entry: HashedLink, before: Pick<HashedLink, 'seq' | 'hash'>): boolean {
  return entry.seq === before.seq + 1 && entry.previous === before.hash && entry.hash === chainHash(entry);
}

/** True if a record has the digest of its entry, and each erasable value that it shows is covered by the digest. */
export function matchesEntry(record: BlindedRecord, digest: string): boolean {
  return isCommitted(record) && documentDigest(record.record) === digest;
}

/** False if salts were deleted without an erasure: values without a salt can't be compared with their commitments. */
function isCommitted({ erasable, salt, salts }: BlindedRecord): boolean {
  return salt !== null || Object.keys(erasable).every((member) => salts?.[member] !== undefined);
}

/**
 * True if the entry with number `seq` is in its place, as far as its neighbours show: it continues the entry before it, and the
 * next one continues it.
 * @param beside the entries from the one before to the next one, in order, as far as they exist
 * @param headSeq number of the newest entry, read before `beside`, so that the next entry can be newer
 */
export function isInPlace(seq: number, beside: readonly HashedLink[], headSeq: number): boolean {
  const [first] = beside;
  const last = beside.at(-1);
  if (first?.seq !== Math.max(seq - 1, 1) || (last?.seq !== seq + 1 && (last?.seq !== seq || headSeq > seq)))
    return false;
  let before = first.seq === 1 ? CHAIN_BEGIN : { seq: first.seq - 1, hash: first.previous };
  return beside.every((entry) => {
    const isNext = continues(entry, before);
    before = entry;
    return isNext;
  });
}
