import type { Context } from '../platform/context.ts';
import type { BlobStore } from '../platform/storage/blob-store.ts';
import { deletePurgedBlobs, lockAgainstErasing, lockErasing, lockPurgedBlobs } from './purged-asset.sql.ts';

/** Waits for transactions that called `claimBytes`, and blocks new calls until the transaction of the context ends. */
export async function blockClaims({ em }: Context): Promise<void> {
  await lockErasing(em);
}

/** Stored bytes to which a row of the current transaction will refer. */
export interface ReferencedBytes {
  key: string;
  extension: string;
  bytes: Uint8Array;
}

/**
 * Ensures that stored bytes exist. Call this before inserting a row that refers to them, in the same transaction. Bytes that
 * maintenance has deleted, or is about to delete, are stored again and their pending deletion is canceled.
 */
export async function claimBytes({ em }: Context, store: BlobStore, named: readonly ReferencedBytes[]): Promise<void> {
  await lockAgainstErasing(em);
  const keys = await lockPurgedBlobs(
    em,
    named.map(({ key }) => key),
  );
  if (keys.length === 0) return;
  for (const { key, bytes, extension } of named) if (keys.includes(key)) await store.put(bytes, extension);
  await deletePurgedBlobs(em, keys);
}
