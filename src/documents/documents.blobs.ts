import type { Database } from '../platform/database/database.ts';
import type { BlobHolder } from '../platform/storage/bytes-check.ts';
import { findBlobs, hasVersions } from './document.sql.ts';
import { originalKey, readingKey } from './document-bytes.ts';

/** Blobs of documents: uploaded bytes and readings. */
export function documentBlobs(database: Database): BlobHolder {
  return {
    isInUse: () => hasVersions(database),
    async named(em, digest) {
      const rows = await findBlobs(em, digest);
      return rows.map(({ row, sha256, byteSize, isReading }) => ({
        row,
        byteSize: Number(byteSize),
        key: isReading ? readingKey(sha256) : originalKey(sha256),
      }));
    },
  };
}
