import { claimBytes, originalUrl } from '../assets/index.ts';
import type { DecodedPicture } from '../gateway/index.ts';
import type { Context } from '../platform/context.ts';
import { newId } from '../platform/ids.ts';
import type { BlobStore } from '../platform/storage/blob-store.ts';
import { deleteDrawnPictures, deleteExpired, insertDrawnPicture } from './render.sql.ts';

/** Lifetime in seconds of a link to a picture, as in OpenAI's API. */
export const LINK_SECONDS = 3_600;

/** Stores pictures that a response returns as links, which expire. */
export class PictureLinks {
  readonly #store: BlobStore;
  readonly #publicUrl: string;

  constructor(store: BlobStore, publicUrl: string) {
    this.#store = store;
    this.#publicUrl = publicUrl;
  }

  /**
   * Stores a picture, its bytes before its row, so that every row has bytes.
   * @returns the link to the picture
   */
  async keep(ctx: Context, { bytes, extension, mediaType }: DecodedPicture): Promise<string> {
    const { key, sha256, byteSize } = await this.#store.put(bytes, extension);
    const id = newId('drawnPicture');
    await ctx.transactional(async (inner) => {
      await claimBytes(inner, this.#store, [{ key, extension, bytes }]);
      await insertDrawnPicture(inner.em, { id, sha256, extension, mediaType, byteSize }, LINK_SECONDS);
    });
    return originalUrl(this.#publicUrl, { id, extension });
  }
}

/** Deletes pictures whose links have expired, and expired sandbox renders. @returns their number */
export function forgetExpired({ em }: Context): Promise<number> {
  return deleteExpired(em);
}

/** Deletes the links to purged pictures, by the SHA-256 digests of the pictures. */
export function forgetLinks({ em }: Context, digests: readonly string[]): Promise<void> {
  return deleteDrawnPictures(em, digests);
}
