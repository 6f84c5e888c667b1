import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { type BlobStore, blobKey, type StoredBlob } from '../platform/storage/blob-store.ts';
import { readIntact } from '../platform/storage/read-whole.ts';
import type { ExtractedDocument } from './extraction/extracted-document.ts';

/** Stored content of a document that was read. Attachments are documents of their own. */
export type StoredReading = Omit<ExtractedDocument, 'attachments'>;

/** File extensions in the store. They don’t depend on names, so that equal bytes are stored once. */
const ORIGINAL = 'document';
const READING = 'reading';
/** Maximum bytes of an unpacked reading. A damaged or forged one can’t fill the memory. */
const MAX_READING_BYTES = 1_000_000_000;

const zipped = promisify(gzip);
const unzipped = promisify(gunzip);

/** Key of the uploaded bytes with this digest. */
export const originalKey = (sha256: string) => blobKey(sha256, ORIGINAL);
/** Key of the stored reading with this digest. */
export const readingKey = (sha256: string) => blobKey(sha256, READING);

export const storeOriginal = (store: BlobStore, bytes: Uint8Array): Promise<StoredBlob> => store.put(bytes, ORIGINAL);

/** Bytes of a reading: compressed JSON. Equal readings have equal bytes. */
export async function packReading({ attachments: _, ...reading }: ExtractedDocument): Promise<Buffer> {
  return zipped(JSON.stringify(reading), { level: 6 });
}

export const storeReading = (store: BlobStore, bytes: Uint8Array): Promise<StoredBlob> => store.put(bytes, READING);

/** Reads a stored reading. Null if its bytes are missing or damaged. */
export async function loadReading(store: BlobStore, sha256: string): Promise<StoredReading | null> {
  const bytes = await readIntact(store, readingKey(sha256));
  return bytes && JSON.parse((await unzipped(bytes, { maxOutputLength: MAX_READING_BYTES })).toString());
}
