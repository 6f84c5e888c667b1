import { type BlobStore, blobKey, type StoredBlob } from '../platform/storage/blob-store.ts';
import { readIntact } from '../platform/storage/read-whole.ts';
import { type StoredReading, unpackReading } from './stored-reading.ts';

/** File extensions in the store. They don’t depend on names, so that equal bytes are stored once. */
const ORIGINAL = 'document';
const READING = 'reading';

/** Key of the uploaded bytes with this digest. */
export const originalKey = (sha256: string) => blobKey(sha256, ORIGINAL);
/** Key of the stored reading with this digest. */
export const readingKey = (sha256: string) => blobKey(sha256, READING);

export const storeOriginal = (store: BlobStore, bytes: Uint8Array): Promise<StoredBlob> => store.put(bytes, ORIGINAL);

export const storeReading = (store: BlobStore, bytes: Uint8Array): Promise<StoredBlob> => store.put(bytes, READING);

/** Bytes of a stored reading. Null if they are missing or damaged. */
export const loadPackedReading = (store: BlobStore, sha256: string): Promise<Buffer | null> =>
  readIntact(store, readingKey(sha256));

/** Reads a stored reading. Null if its bytes are missing or damaged. */
export async function loadReading(store: BlobStore, sha256: string): Promise<StoredReading | null> {
  const bytes = await loadPackedReading(store, sha256);
  return bytes && unpackReading(bytes);
}
