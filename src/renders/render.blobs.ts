import { createHash } from 'node:crypto';
import { acceptRenderedPicture } from '../assets/index.ts';
import { sql } from '../platform/database/database.ts';
import { type BlobStore, blobKey, sha256OfKey } from '../platform/storage/blob-store.ts';
import type { BlobHolder } from '../platform/storage/bytes-check.ts';
import { Render } from './render.entity.ts';
import type { Renderer } from './renderer.ts';

interface Row {
  row: string;
  sha256: string;
  extension: string;
  byteSize: number;
}

/**
 * The blobs that renders name, and pictures that were handed out by a link, whether or not the bank names them, too. The engine draws
 * its own again, byte for byte; a model’s picture nobody can draw again.
 */
export function renderBlobs(store: BlobStore, renderer: Renderer): BlobHolder {
  return {
    async named(em, digest) {
      const rows = await sql<Row>(
        em,
        `select 'render ' || id as row, sha256, extension, byte_size as "byteSize" from render
         where sha256 >= $1 and sha256 < $2
         union all
         select 'drawn picture ' || id, sha256, extension, byte_size from drawn_picture
         where sha256 >= $1 and sha256 < $2`,
        [digest, `${digest}g`],
      );
      return rows.map(({ row, sha256, extension, byteSize }) => ({
        row,
        byteSize,
        key: blobKey(sha256, extension),
      }));
    },

    async remake({ em, signal }, { key }) {
      const sha256 = sha256OfKey(key);
      const [render] = await em.find(Render, { sha256, provider: 'embedded' }, { limit: 1 });
      if (!render) return null;
      const picture = await acceptRenderedPicture((await renderer.render(render, { signal })).bytes);
      // An engine of another version draws another picture, which nobody has asked for.
      if (createHash('sha256').update(picture.bytes).digest('hex') !== sha256) return null;
      await store.put(picture.bytes, picture.extension);
      return 'drawn again from the brief';
    },
  };
}
