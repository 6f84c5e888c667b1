import { createHash } from 'node:crypto';
import { acceptRenderedPicture } from '../assets/index.ts';
import { type BlobStore, blobKey, sha256OfKey } from '../platform/storage/blob-store.ts';
import type { BlobHolder } from '../platform/storage/bytes-check.ts';
import { Render } from './render.entity.ts';
import { findBlobs } from './render.sql.ts';
import type { Renderer } from './renderer.ts';

/**
 * Blobs of renders and of pictures returned as links, including those that are also in the bank. The embedded engine can redraw
 * its own pictures byte for byte; pictures of models can't be recreated.
 */
export function renderBlobs(store: BlobStore, renderer: Renderer): BlobHolder {
  return {
    async named(em, digest) {
      const rows = await findBlobs(em, digest);
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
      // A different version of the engine draws different bytes, which can't replace the lost ones.
      if (createHash('sha256').update(picture.bytes).digest('hex') !== sha256) return null;
      await store.put(picture.bytes, picture.extension);
      return 'drawn again from the brief';
    },
  };
}
