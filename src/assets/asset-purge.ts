import { tellChanges } from '../platform/audit/tell-changes.ts';
import { ownerOf } from '../platform/auth/principal.ts';
import type { Context } from '../platform/context.ts';
import type { Contributions } from '../platform/contributions.ts';
import { publishAll } from '../platform/events/outbox.ts';
import { outsideRequests } from '../platform/request-scope.ts';
import { type BlobStore, blobKey } from '../platform/storage/blob-store.ts';
import type { SettingsApi } from '../settings/index.ts';
import { AssetStatus } from './asset.entity.ts';
import { trashKeptDays } from './asset.settings.ts';
import { holdNaming } from './claimed-bytes.ts';
import { MAX_BULK } from './curating.inputs.ts';
import { RENDITION_TYPE } from './derive-picture.ts';
import {
  deleteOldPurgedBlobs,
  findOldTrash,
  findOwnBlobs,
  findPurged,
  insertPurgedBlobs,
  lockAssets,
  lockPendingBlobs,
  markBlobsGone,
  purgeAssets,
  uncountTags,
} from './purged.sql.ts';

declare module '../platform/events/outbox.ts' {
  interface Events {
    'asset.purged': { assetId: string; sha256: string };
  }
}

/** A picture that is erased for good. */
export interface ErasedPicture {
  assetId: string;
  sha256: string;
}

/** What has become of one of the pictures that were asked for. */
export interface PurgeOutcome {
  id: string;
  /** Null: there is no such picture, or none any more. */
  before: AssetStatus | null;
  /** Null: it is not erased. */
  purgedAt: string | null;
  isNew: boolean;
  /** False while the store does not let go of them: upkeep goes on. */
  areBytesGone: boolean;
}

/** Erases what a later feature keeps of pictures, in the transaction that erases them. */
export type EraseReferences = (ctx: Context, pictures: readonly ErasedPicture[]) => Promise<void>;

declare module '../platform/contributions.ts' {
  interface Contributions {
    /** Erases rows about a picture together with it, by the name of the feature. */
    pictureErasures: Record<string, EraseReferences>;
  }
}

/** Blobs that one transaction deletes: who is about to name one of them waits for so many at the most. */
const BLOBS_AT_ONCE = 100;
/** Who has put bytes names them within this time, or never. */
const REMEMBERED_HOURS = 24;

/**
 * Erases pictures from the trash for good. First the rows, in one transaction, which leaves a note of each blob that nobody names
 * any more; then those blobs. Whatever dies in between, the notes are there, and upkeep finishes.
 */
export class AssetPurge {
  readonly #store: BlobStore;
  readonly #settings: SettingsApi;
  readonly #erasures: () => Contributions['pictureErasures'];

  constructor(store: BlobStore, settings: SettingsApi, erasures: () => Contributions['pictureErasures']) {
    this.#store = store;
    this.#settings = settings;
    this.#erasures = erasures;
  }

  /** Erases those that are in the trash; in the order asked. What was erased before is told as it is. */
  async purge(ctx: Context, ids: readonly string[]): Promise<PurgeOutcome[]> {
    const before = await ctx.transactional((inner) => this.#eraseRows(inner, ids));
    // More statements than a request may have, where there are many blobs.
    await outsideRequests(() => this.#eraseBytes(ctx.afresh(), ids));
    const left = await findPurged(ctx.em, ids);
    const byId = new Map(left.map((row) => [row.id, row]));
    return ids.map((id) => {
      const row = byId.get(id);
      const purgedAt = row ? new Date(row.purgedAt).toISOString() : null;
      const status = before.get(id) ?? null;
      return { id, before: status, purgedAt, isNew: status === 'TRASHED', areBytesGone: row?.isPending === false };
    });
  }

  /** What is to be done now and then. Gives how much there was to do. */
  async tidy(ctx: Context): Promise<number> {
    const emptied = await this.#emptyTrash(ctx);
    const erased = await this.#eraseBytes(ctx, null);
    await deleteOldPurgedBlobs(ctx.em, REMEMBERED_HOURS);
    return emptied + erased;
  }

  async #emptyTrash(ctx: Context): Promise<number> {
    const days = await this.#settings.value(trashKeptDays);
    if (days === 0) return 0;
    let emptied = 0;
    while (!ctx.signal.aborted) {
      const old = await findOldTrash(ctx.em, days, MAX_BULK);
      if (old.length === 0) break;
      await this.purge(ctx, old);
      emptied += old.length;
    }
    return emptied;
  }

  /** What each of them was before. */
  async #eraseRows(inner: Context, ids: readonly string[]): Promise<Map<string, AssetStatus>> {
    const { em, principal } = inner;
    await holdNaming(inner);
    const rows = await lockAssets(em, ids);
    const erased = rows.filter(({ status }) => status === AssetStatus.TRASHED);
    const before = new Map(rows.map(({ id, status }) => [id, status]));
    if (erased.length === 0) return before;

    const pictures = erased.map(({ id, sha256 }) => ({ assetId: id, sha256 }));
    const erasedIds = erased.map(({ id }) => id);
    await noteBlobs(inner, erasedIds);
    for (const forget of Object.values(this.#erasures())) await forget(inner, pictures);
    await uncountTags(em, erasedIds);
    await purgeAssets(em, erasedIds, principal.actor);
    tellChanges(
      erasedIds,
      erasedIds.map((id) => ({ subjectId: id, field: 'status', before: AssetStatus.TRASHED, after: null })),
    );
    const owner = ownerOf(principal);
    await publishAll(
      em,
      pictures.map((picture) => ({ type: 'asset.purged', payload: picture, owner })),
    );
    return before;
  }

  /** Deletes what nobody names any more, of these pictures or of all. What the store does not let go of stays to be deleted. */
  async #eraseBytes(ctx: Context, assetIds: readonly string[] | null): Promise<number> {
    let erased = 0;
    for (;;) {
      const { found, gone } = await ctx.transactional(async ({ em, logger }) => {
        const found = await lockPendingBlobs(em, assetIds, BLOBS_AT_ONCE);
        const keys: string[] = [];
        for (const key of found) {
          try {
            await this.#store.delete(key);
            await this.#store.forget(key);
            keys.push(key);
          } catch (error) {
            logger.error({ err: error, key }, 'bytes that were erased are still in the store; upkeep tries again');
            break;
          }
        }
        if (keys.length > 0) await markBlobsGone(em, keys);
        return { found: found.length, gone: keys.length };
      });
      erased += gone;
      if (gone < found || found < BLOBS_AT_ONCE) return erased;
    }
  }
}

/** The blobs of these pictures, without those that a picture which stays has as well. */
async function noteBlobs({ em }: Context, assetIds: readonly string[]): Promise<void> {
  const blobs = await findOwnBlobs(em, assetIds, RENDITION_TYPE.extension);
  await insertPurgedBlobs(
    em,
    blobs.map(({ assetId, sha256, extension }) => ({ assetId, key: blobKey(sha256, extension) })),
  );
}
