import type { Context } from '../platform/context.ts';
import { outsideRequests } from '../platform/request-scope.ts';
import type { BlobStore } from '../platform/storage/blob-store.ts';
import { blockDeletion, deleteReleasedBlobs, lockDeletion, lockReleasedBlobs } from './released-blob.sql.ts';

/** Maximum number of blobs deleted per transaction. Uploads wait for it. */
const BLOBS_AT_ONCE = 50;
/** Number of blobs that are looked up at a time. */
const CONCURRENCY = 8;

/**
 * Ensures that stored bytes exist. Call it in the transaction that inserts the rows which refer to them: bytes that were deleted
 * since they were stored are stored again.
 */
export async function claimBytes(
  { em }: Context,
  store: BlobStore,
  blobs: readonly { key: string; store(): Promise<unknown> }[],
): Promise<void> {
  await blockDeletion(em);
  const left = [...blobs];
  const claim = async () => {
    for (let blob = left.pop(); blob; blob = left.pop()) if (!(await store.has(blob.key))) await blob.store();
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, claim));
}

/**
 * Deletes released bytes to which no version refers. Bytes that can’t be deleted stay recorded for the next attempt. Returns the
 * number of deleted blobs.
 */
export function deleteReleased(ctx: Context, store: BlobStore): Promise<number> {
  // Outside the request, whose limit of SQL statements is too low for many blobs.
  return outsideRequests(async () => {
    let deleted = 0;
    for (;;) {
      const { found, done, gone } = await ctx.fork().transactional(async ({ em, logger }) => {
        await lockDeletion(em);
        const released = await lockReleasedBlobs(em, BLOBS_AT_ONCE);
        const done: string[] = [];
        let gone = 0;
        for (const { key, isFree } of released) {
          try {
            if (isFree) {
              await store.delete(key);
              await store.forget(key);
              gone++;
            }
            done.push(key);
          } catch (error) {
            logger.error(
              { err: error, key },
              'bytes of an erased document are still in the store; maintenance retries',
            );
            break;
          }
        }
        await deleteReleasedBlobs(em, done);
        return { found: released.length, done: done.length, gone };
      });
      deleted += gone;
      if (done < found || found < BLOBS_AT_ONCE) return deleted;
    }
  });
}
