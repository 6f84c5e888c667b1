import type { Database } from '../platform/database/database.ts';
import { type BlobStore, blobKey, sha256OfKey } from '../platform/storage/blob-store.ts';
import type { BlobHolder, NamedBlob } from '../platform/storage/bytes-check.ts';
import { readIntact } from '../platform/storage/read-whole.ts';
import { findBlobs, findOriginals, hasAssets, replaceRendition } from './asset.sql.ts';
import { derivePicture, RENDITION_TYPE } from './derive-picture.ts';

/** Blobs of pictures in the bank: originals, which can't be recreated, and renditions, which can be recreated from them. */
export function assetBlobs(database: Database, store: BlobStore): BlobHolder {
  return {
    /** True if the bank has any picture, in any status. */
    isInUse: () => hasAssets(database),

    async named(em, digest) {
      const rows = await findBlobs(em, digest, RENDITION_TYPE.extension);
      return rows.map(({ row, sha256, extension, byteSize }) => ({ row, byteSize, key: blobKey(sha256, extension) }));
    },

    async remake({ em }, { key }: NamedBlob) {
      const sha256 = sha256OfKey(key);
      const originals = await findOriginals(em, sha256);
      let repair: string | null = null;
      for (const original of originals) {
        const bytes = await readIntact(store, blobKey(original.sha256, original.extension));
        const made = bytes && (await derivePicture(bytes)).renditions.find(({ width }) => width === original.width);
        if (!made) continue;
        const blob = await store.put(made.bytes, RENDITION_TYPE.extension);
        if (blob.sha256 === sha256) return 'recreated from the original';
        // A different version of the encoder produced different bytes. The rendition then refers to these instead of the lost
        // ones.
        const { id, width } = original;
        await replaceRendition(em, { id, width, before: sha256 }, { ...blob, height: made.height });
        repair = 'recreated from the original, with different bytes';
      }
      return repair;
    },
  };
}
