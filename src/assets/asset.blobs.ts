import { buffer } from 'node:stream/consumers';
import { type Database, sql } from '../platform/database/database.ts';
import { BlobCondition, type BlobStore, blobKey, sha256OfKey } from '../platform/storage/blob-store.ts';
import type { BlobHolder, NamedBlob } from '../platform/storage/bytes-check.ts';
import { derivePicture, RENDITION_TYPE } from './derive-picture.ts';

interface Row {
  row: string;
  sha256: string;
  extension: string;
  byteSize: number;
}

/** The blobs that pictures of the bank name: originals, which nobody can make anew, and renditions, which can be. */
export function assetBlobs(database: Database, store: BlobStore): BlobHolder {
  return {
    /** Any picture, live or not. */
    isInUse: () => database.readValue({ name: 'holds_assets', text: 'select exists (select from asset)' }, []),

    async named(em, digest) {
      const rows = await sql<Row>(
        em,
        `select 'asset ' || id as row, sha256, extension, byte_size as "byteSize" from asset
         where sha256 >= $1 and sha256 < $2
         union all
         select 'rendition ' || asset_id || ' ' || width, sha256, $3, byte_size from rendition
         where sha256 >= $1 and sha256 < $2`,
        [digest, `${digest}g`, RENDITION_TYPE.extension],
      );
      return rows.map(({ row, sha256, extension, byteSize }) => ({ row, byteSize, key: blobKey(sha256, extension) }));
    },

    async remake({ em }, { key }: NamedBlob) {
      const sha256 = sha256OfKey(key);
      const originals = await sql<{ id: string; sha256: string; extension: string; width: number }>(
        em,
        `select asset.id, asset.sha256, asset.extension, rendition.width
         from rendition join asset on asset.id = rendition.asset_id where rendition.sha256 = $1`,
        [sha256],
      );
      let repair: string | null = null;
      for (const original of originals) {
        const bytes = await intactBytes(store, blobKey(original.sha256, original.extension));
        const made = bytes && (await derivePicture(bytes)).renditions.find(({ width }) => width === original.width);
        if (!made) continue;
        const blob = await store.put(made.bytes, RENDITION_TYPE.extension);
        if (blob.sha256 === sha256) return 'made anew from the original';
        // By another version of the encoder: as good, but not the same bytes.
        await sql(
          em,
          `update rendition set sha256 = $4, byte_size = $5, height = $6
           where asset_id = $1 and width = $2 and sha256 = $3`,
          [original.id, original.width, sha256, blob.sha256, blob.byteSize, made.height],
        );
        repair = 'made anew from the original, in other bytes';
      }
      return repair;
    },
  };
}

/** Null when they are missing or damaged. */
async function intactBytes(store: BlobStore, key: string): Promise<Buffer | null> {
  if ((await store.verify(key)) !== BlobCondition.INTACT) return null;
  const read = await store.read(key);
  return read && buffer(read.stream);
}
