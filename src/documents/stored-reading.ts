import { gunzipSync, gzipSync } from 'node:zlib';
import type { ExtractedDocument } from './extraction/extracted-document.ts';

/** Stored content of a document that was read. Attachments are documents of their own. */
export type StoredReading = Omit<ExtractedDocument, 'attachments'>;

/** A version whose text is stored. */
export interface StoredText {
  readonly versionId: string;
  readonly textLength: number;
  /** Digest of the packed reading. */
  readonly readingSha256: string;
}

/** Maximum bytes of an unpacked reading. A damaged or forged one can’t fill the memory. */
const MAX_READING_BYTES = 1_000_000_000;

/** Bytes of a reading: compressed JSON. Equal readings have equal bytes. Only for worker threads: a long reading takes seconds. */
export const packReading = (reading: StoredReading): Buffer => gzipSync(JSON.stringify(reading), { level: 6 });

/** Reading in these bytes. Only for worker threads. */
export const unpackReading = (bytes: Uint8Array): StoredReading =>
  JSON.parse(gunzipSync(bytes, { maxOutputLength: MAX_READING_BYTES }).toString());
