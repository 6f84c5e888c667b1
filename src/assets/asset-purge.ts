import { reportChanges } from '../platform/audit/report-changes.ts';
import { ownerOf } from '../platform/auth/principal.ts';
import type { Context } from '../platform/context.ts';
import type { Contributions } from '../platform/contributions.ts';
import { publishAll } from '../platform/events/outbox.ts';
import { outsideRequests } from '../platform/request-scope.ts';
import { type BlobStore, blobKey } from '../platform/storage/blob-store.ts';
import type { SettingsApi } from '../settings/index.ts';
import { AssetStatus } from './asset.entity.ts';
import { trashKeptDays } from './asset.settings.ts';
import { blockClaims } from './claimed-bytes.ts';
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
} from './purged-asset.sql.ts';

declare module '../platform/events/outbox.ts' {
  interface Events {
    'asset.purged': { assetId: string; sha256: string };
  }
}

/** Id and digest of a purged picture, for features that store data about it. */
export interface ErasedPicture {
  assetId: string;
  sha256: string;
}

/** Result of a purge for one id. */
export interface PurgeOutcome {
  id: string;
  /** Status before the purge. Null if the picture doesn't exist or was purged before. */
  before: AssetStatus | null;
  /** Time of the purge, ISO 8601. Null if the picture isn't purged. */
  purgedAt: string | null;
  isNew: boolean;
  /** False while blobs of the picture are still in the store. Maintenance retries. */
  areBytesGone: boolean;
}

/** Erases the data of one feature about purged pictures, in the transaction that purges them. */
export type EraseReferences = (ctx: Context, pictures: readonly ErasedPicture[]) => Promise<void>;

declare module '../platform/contributions.ts' {
  interface Contributions {
    /** Functions that erase a feature's rows about purged pictures, by the name of the feature. */
    pictureErasures: Record<string, EraseReferences>;
  }
}

/** Maximum number of blobs deleted per transaction. It bounds how long concurrent transactions wait to use one of these blobs. */
const BLOBS_AT_ONCE = 100;
/** Hours to keep the records of deleted blobs. A concurrent request that stored the same bytes adds its row within this time. */
const REMEMBERED_HOURS = 24;

/**
 * Purges pictures from the trash: first their rows, in a transaction that also records each unreferenced blob, then those blobs.
 * If the process dies before the last step, maintenance continues from the records.
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

  /** Purges the pictures that are in the trash. Results in the order of `ids`; pictures purged before are reported as such. */
  async purge(ctx: Context, ids: readonly string[]): Promise<PurgeOutcome[]> {
    const before = await ctx.transactional((inner) => this.#eraseRows(inner, ids));
    // Blobs are deleted outside the request, whose limit of SQL statements is too low for many blobs.
    await outsideRequests(() => this.#eraseBytes(ctx.fork(), ids));
    const left = await findPurged(ctx.em, ids);
    const byId = new Map(left.map((row) => [row.id, row]));
    return ids.map((id) => {
      const row = byId.get(id);
      const purgedAt = row ? new Date(row.purgedAt).toISOString() : null;
      const status = before.get(id) ?? null;
      return { id, before: status, purgedAt, isNew: status === 'TRASHED', areBytesGone: row?.isPending === false };
    });
  }

  /** Maintenance: purges old trash and deletes pending blobs. Returns the number of pictures and blobs deleted. */
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

  /** Deletes the rows of those pictures that are in the trash. Returns the previous status of each picture that exists. */
  async #eraseRows(inner: Context, ids: readonly string[]): Promise<Map<string, AssetStatus>> {
    const { em, principal } = inner;
    await blockClaims(inner);
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
    reportChanges(
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

  /**
   * Deletes blobs that are recorded for deletion: those of these pictures, or all if `assetIds` is null. Blobs that can't be
   * deleted stay recorded for the next attempt. Returns the number of deleted blobs.
   */
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
            logger.error({ err: error, key }, 'erased bytes are still in the store; maintenance retries');
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

/** Records the blobs that only these pictures use, so that they are deleted. */
async function noteBlobs({ em }: Context, assetIds: readonly string[]): Promise<void> {
  const blobs = await findOwnBlobs(em, assetIds, RENDITION_TYPE.extension);
  await insertPurgedBlobs(
    em,
    blobs.map(({ assetId, sha256, extension }) => ({ assetId, key: blobKey(sha256, extension) })),
  );
}
