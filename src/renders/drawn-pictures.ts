import { claimBytes, originalUrl } from '../assets/index.ts';
import type { DrawnPicture } from '../gateway/index.ts';
import type { Context } from '../platform/context.ts';
import { sql } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import type { BlobStore } from '../platform/storage/blob-store.ts';

/** As long as links of this dialect have always been good. */
export const LINK_SECONDS = 3_600;

/** Pictures that are handed out by a link, and forgotten after a while. */
export class DrawnPictures {
  readonly #store: BlobStore;
  readonly #publicUrl: string;

  constructor(store: BlobStore, publicUrl: string) {
    this.#store = store;
    this.#publicUrl = publicUrl;
  }

  /** The bytes first: no row without them. @returns the link */
  async keep(ctx: Context, { bytes, extension, mediaType }: DrawnPicture): Promise<string> {
    const { key, sha256, byteSize } = await this.#store.put(bytes, extension);
    const id = newId('drawnPicture');
    await ctx.transactional(async (inner) => {
      await claimBytes(inner, this.#store, [{ key, extension, bytes }]);
      await sql(
        inner.em,
        `insert into drawn_picture (id, sha256, extension, media_type, byte_size, expires_at)
         values ($1, $2, $3, $4, $5, current_timestamp(3) + make_interval(secs => $6))`,
        [id, sha256, extension, mediaType, byteSize, LINK_SECONDS],
      );
    });
    return originalUrl(this.#publicUrl, { id, extension });
  }
}

/** Forgets pictures whose links have ended, and what strangers had drawn. @returns how many */
export async function forgetExpired({ em }: Context): Promise<number> {
  const forgotten = await sql(
    em,
    `with links as (delete from drawn_picture where expires_at <= now() returning id),
       renders as (delete from render where expires_at <= now() and status not in ('QUEUED', 'RUNNING') returning id)
     select id from links union all select id from renders`,
    [],
  );
  return forgotten.length;
}

/** Forgets the links to pictures that were erased for good. */
export async function forgetLinks({ em }: Context, digests: readonly string[]): Promise<void> {
  await sql(em, 'delete from drawn_picture where sha256 = any($1)', [digests]);
}
