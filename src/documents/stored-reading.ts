import { promisify } from 'node:util';
import { gunzip, gunzipSync, gzip } from 'node:zlib';
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
const LIMIT = { maxOutputLength: MAX_READING_BYTES };

const zipped = promisify(gzip);
const unzipped = promisify(gunzip);

/** Bytes of a reading: compressed JSON. Equal readings have equal bytes. */
export async function packReading({
  attachments: _,
  ...reading
}: StoredReading & Partial<Pick<ExtractedDocument, 'attachments'>>): Promise<Buffer> {
  return zipped(JSON.stringify(reading), { level: 6 });
}

export async function unpackReading(bytes: Uint8Array): Promise<StoredReading> {
  return JSON.parse((await unzipped(bytes, LIMIT)).toString());
}

/** Unpacks a reading in a worker thread, which nothing else waits for. */
export function unpackReadingSync(bytes: Uint8Array): StoredReading {
  return JSON.parse(gunzipSync(bytes, LIMIT).toString());
}
