import { extname } from 'node:path';
import { BlobDamaged, type BlobStore } from '../platform/storage/blob-store.ts';
import type { BackupPlace } from './backup-place.ts';
import { checked, poolName } from './copy-pictures.ts';
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
  for await (const line of linesOf(readCompressed(place, pictures))) {
    signal.throwIfAborted();
    const key = keyOfLine(line);
    if (await store.has(key)) continue;
    const stream = await place.read(poolName(key));
    if (!stream) {
      lost.push(key);
      continue;
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
  }
  return { copied, lost };
}
