import { buffer } from 'node:stream/consumers';
import { BlobCondition, BlobDamaged, type BlobStore, sha256OfKey } from './blob-store.ts';
import { sha256Of } from './digest.ts';

/** Reads a blob into memory and compares its digest with the key. Returns the condition of bytes that aren't intact. */
export async function readWhole(
  store: BlobStore,
  key: string,
): Promise<Buffer | Exclude<BlobCondition, typeof BlobCondition.INTACT>> {
  let bytes: Buffer;
  try {
    const read = await store.read(key);
    if (!read) return BlobCondition.MISSING;
    bytes = await buffer(read.stream);
  } catch (error) {
    if (error instanceof BlobDamaged) return BlobCondition.DAMAGED;
    throw error;
  }
  const isIntact = (await sha256Of(bytes)) === sha256OfKey(key);
  return isIntact ? bytes : BlobCondition.DAMAGED;
}

/** Reads a blob into memory. Null if its bytes are missing or damaged. */
export async function readIntact(store: BlobStore, key: string): Promise<Buffer | null> {
  const whole = await readWhole(store, key);
  return typeof whole === 'string' ? null : whole;
}
