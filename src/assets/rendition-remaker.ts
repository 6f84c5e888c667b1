import { internal } from '../platform/auth/principal.ts';
import { Context, type ContextBase } from '../platform/context.ts';
import { type BlobStore, blobKey } from '../platform/storage/blob-store.ts';
import { readIntact } from '../platform/storage/read-whole.ts';
import { findOriginalBlob, insertRenditions, takeOtherRenditions } from './asset.sql.ts';
import { blockClaims, claimBytes } from './claimed-bytes.ts';
import { derivePicture, RENDITION_TYPE } from './derive-picture.ts';
import { findUnnamed, insertPurgedBlobs, lockAssets } from './purged-asset.sql.ts';

/**
 * Milliseconds until renditions are attempted again after a failure, so that a damaged original isn't decoded for each request.
 */
const RETRY_MS = 600_000;
const MAX_FAILED = 1_000;

/**
 * Recreates an asset's renditions when a request needs a width that is missing. Releases up to 0.1.0 limited the height of
 * renditions, so those of tall pictures are too narrow; they are replaced at their first request.
 */
export class RenditionRemaker {
  readonly #base: ContextBase;
  readonly #store: BlobStore;
  readonly #underWay = new Map<string, Promise<boolean>>();
  /** Time of the last failed attempt by asset, in milliseconds of the monotonic clock. */
  readonly #failedAt = new Map<string, number>();

  constructor(base: ContextBase, store: BlobStore) {
    this.#base = base;
    this.#store = store;
  }

  /**
   * Recreates the renditions of an asset. False if that isn't possible now. Concurrent requests for one asset share one
   * attempt.
   */
  async remake(assetId: string): Promise<boolean> {
    const failedAt = this.#failedAt.get(assetId);
    if (failedAt !== undefined && performance.now() - failedAt < RETRY_MS) return false;
    let attempt = this.#underWay.get(assetId);
    if (!attempt) {
      attempt = this.#attempt(assetId).finally(() => this.#underWay.delete(assetId));
      this.#underWay.set(assetId, attempt);
    }
    return attempt;
  }

  async #attempt(assetId: string): Promise<boolean> {
    this.#failedAt.delete(assetId);
    try {
      if (await this.#replace(assetId)) return true;
      this.#base.logger.warn({ assetId }, 'renditions of another width are served: the original is missing or damaged');
    } catch (err) {
      this.#base.logger.warn({ err, assetId }, 'renditions of another width are served: they could not be recreated');
    }
    if (this.#failedAt.size >= MAX_FAILED) this.#failedAt.delete(this.#failedAt.keys().next().value!);
    this.#failedAt.set(assetId, performance.now());
    return false;
  }

  async #replace(assetId: string): Promise<boolean> {
    const signal = new AbortController().signal;
    const ctx = new Context(this.#base, { principal: internal('renditions'), requestId: assetId, signal });
    const original = await findOriginalBlob(ctx.em, assetId);
    const bytes = original && (await readIntact(this.#store, blobKey(original.sha256, original.extension)));
    if (!bytes) return false;
    const { extension } = RENDITION_TYPE;
    const { renditions } = await derivePicture(bytes);
    const stored = await Promise.all(
      renditions.map(async (one) => ({ ...one, blob: await this.#store.put(one.bytes, extension) })),
    );
    await ctx.fork().transactional(async (inner) => {
      await blockClaims(inner);
      if ((await lockAssets(inner.em, [assetId])).length === 0) return;
      await claimBytes(
        inner,
        this.#store,
        stored.map(({ blob, bytes }) => ({ key: blob.key, extension, bytes })),
      );
      const rows = stored.map(({ width, height, blob: { sha256, byteSize } }) => ({ width, height, sha256, byteSize }));
      await insertRenditions(inner.em, assetId, rows);
      const taken = await takeOtherRenditions(
        inner.em,
        assetId,
        rows.map(({ width }) => width),
      );
      const unnamed = await findUnnamed(inner.em, taken);
      await insertPurgedBlobs(
        inner.em,
        unnamed.map((sha256) => ({ assetId, key: blobKey(sha256, extension) })),
      );
    });
    return true;
  }
}
