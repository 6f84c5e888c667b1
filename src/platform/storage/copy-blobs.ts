import { BlobCondition, type BlobStore, type ListedBlob } from './blob-store.ts';
import { readWhole } from './read-whole.ts';

/** Shards of a store: the first two hex digits of the digests. */
export const SHARDS: readonly string[] = Array.from({ length: 256 }, (_, at) => at.toString(16).padStart(2, '0'));
/** Blobs copied at the same time, each held in memory. A network answers slowly, and a picture has at most 20 MB. */
const CONCURRENT = 8;

export interface BlobCopyOptions {
  from: BlobStore;
  to: BlobStore;
  /** True to read and hash blobs that the target already has, false to compare sizes only. */
  verifies: boolean;
  signal: AbortSignal;
  onProgress(copy: BlobCopy, doneShards: number): void;
}

/** Result of a copy so far. */
export interface BlobCopy {
  copied: number;
  copiedBytes: number;
  /** Number of blobs that the target already had. */
  present: number;
  /** Keys of blobs that were not copied, because their bytes in the source don't match their digest. */
  damaged: string[];
}

/**
 * Copies all blobs that the target lacks, except those that were moved aside. Both stores can be in use, and a copy that was
 * stopped can be repeated. Compares shard by shard, so that memory doesn't depend on the size of the bank.
 */
export async function copyBlobs({ from, to, verifies, signal, onProgress }: BlobCopyOptions): Promise<BlobCopy> {
  const copy: BlobCopy = { copied: 0, copiedBytes: 0, present: 0, damaged: [] };
  for (const [done, shard] of SHARDS.entries()) {
    const present = new Map<string, ListedBlob>();
    for await (const blob of to.list(shard)) present.set(blob.key, blob);
    await eachOf(from.list(shard), CONCURRENT, signal, async ({ key, byteSize }) => {
      if (present.get(key)?.byteSize === byteSize && (!verifies || (await to.verify(key)) === BlobCondition.INTACT)) {
        copy.present++;
        return;
      }
      const isCopied = await copyBlob(from, to, key);
      if (isCopied === null) return; // Deleted since it was listed.
      if (isCopied) {
        copy.copied++;
        copy.copiedBytes += byteSize;
      } else copy.damaged.push(key);
    });
    signal.throwIfAborted();
    onProgress(copy, done + 1);
  }
  return copy;
}

/**
 * Copies one blob and compares its digest with the key, before anything is written.
 * @returns false if the bytes in the source are damaged, null if it doesn't have them
 */
export async function copyBlob(from: BlobStore, to: BlobStore, key: string): Promise<boolean | null> {
  const bytes = await readWhole(from, key);
  if (bytes === BlobCondition.MISSING) return null;
  if (bytes === BlobCondition.DAMAGED) return false;
  await to.put(bytes, key.slice(key.lastIndexOf('.') + 1));
  return true;
}

/** Processes items, a limited number at the same time. Stops taking new ones after an error or when the signal is aborted. */
export async function eachOf<T>(
  items: AsyncIterable<T>,
  concurrent: number,
  signal: AbortSignal,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const source = items[Symbol.asyncIterator]();
  let isOver = false;
  const worker = async () => {
    while (!isOver && !signal.aborted) {
      const { done, value } = await source.next();
      if (done) return;
      await work(value);
    }
  };
  const results = await Promise.allSettled(
    Array.from({ length: concurrent }, () =>
      worker().catch((error) => {
        isOver = true;
        throw error;
      }),
    ),
  );
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
