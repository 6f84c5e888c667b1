import { extname } from 'node:path';
import { BlobDamaged, type BlobStore } from '../platform/storage/blob-store.ts';
import { eachOf } from '../platform/storage/copy-blobs.ts';
import type { BackupPlace } from './backup-place.ts';
import { CONCURRENT, checked, poolName } from './copy-pictures.ts';
import { keyOfLine } from './kept-backups.ts';
import type { Manifest } from './manifest.ts';
import { linesOf, readCompressed } from './stored-file.ts';

/** Copies the pictures that the store doesn't have. Returns the keys of those that the backup lacks, and the number of copied ones. */
export async function restorePictures(
  place: BackupPlace,
  { pictures }: Manifest,
  { store, signal }: { store: BlobStore; signal: AbortSignal },
): Promise<{ copied: number; lost: string[] }> {
  const lost: string[] = [];
  let copied = 0;
  await eachOf(linesOf(readCompressed(place, pictures)), CONCURRENT, signal, async (line) => {
    const key = keyOfLine(line);
    if (await store.has(key)) return;
    const stream = await place.read(poolName(key));
    if (!stream) {
      lost.push(key);
      return;
    }
    try {
      await store.put(checked(key, stream as AsyncIterable<Uint8Array>), extname(key).slice(1));
      copied++;
    } catch (error) {
      if (!(error instanceof BlobDamaged)) throw error;
      lost.push(key);
    } finally {
      stream.destroy();
    }
  });
  signal.throwIfAborted();
  return { copied, lost };
}
