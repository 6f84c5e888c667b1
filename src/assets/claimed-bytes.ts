import type { Context } from '../platform/context.ts';
import type { BlobStore } from '../platform/storage/blob-store.ts';
import { deletePurgedBlobs, lockErasing, lockNaming, lockPurgedBlobs } from './purged.sql.ts';

/** Nobody begins to name bytes, or is in the middle of it, until the transaction of the context has ended. */
export async function holdNaming({ em }: Context): Promise<void> {
  await lockErasing(em);
}

/** Bytes that were put, and that a row of this transaction is about to name. */
export interface NamedBytes {
  key: string;
  extension: string;
  bytes: Uint8Array;
}

/**
 * To be called in the transaction that names bytes, before it does. The same bytes may have been erased since they were put, or be
 * about to be: then they are put once more, and nobody erases them for what was before.
 */
export async function claimBytes({ em }: Context, store: BlobStore, named: readonly NamedBytes[]): Promise<void> {
  await lockNaming(em);
  const keys = await lockPurgedBlobs(
    em,
    named.map(({ key }) => key),
  );
  if (keys.length === 0) return;
  for (const { key, bytes, extension } of named) if (keys.includes(key)) await store.put(bytes, extension);
  await deletePurgedBlobs(em, keys);
}
