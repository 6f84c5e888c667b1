import { tellChanges } from '../platform/audit/tell-changes.ts';
import { ownerOf } from '../platform/auth/principal.ts';
import type { Context } from '../platform/context.ts';
import type { Contributions } from '../platform/contributions.ts';
import { sql } from '../platform/database/database.ts';
import { publishAll } from '../platform/events/outbox.ts';
import { outsideRequests } from '../platform/request-scope.ts';
import { type BlobStore, blobKey } from '../platform/storage/blob-store.ts';
import type { SettingsApi } from '../settings/index.ts';
import { AssetStatus } from './asset.entity.ts';
import { trashKeptDays } from './asset.settings.ts';
import { holdNaming } from './claimed-bytes.ts';
import { MAX_BULK } from './curating.inputs.ts';
import { RENDITION_TYPE } from './derive-picture.ts';

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
export type Forget = (ctx: Context, pictures: readonly ErasedPicture[]) => Promise<void>;

declare module '../platform/contributions.ts' {
  interface Contributions {
    /** Erases rows about a picture together with it, by the name of the feature. */
    pictureErasures: Record<string, Forget>;
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
    const left = await sql<{ id: string; purgedAt: Date; isPending: boolean }>(
      ctx.em,
      `select id, purged_at as "purgedAt",
         exists (select from purged_blob where asset_id = purged_asset.id and gone_at is null) as "isPending"
       from purged_asset where id = any($1)`,
      [ids],
    );
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
    await sql(ctx.em, `delete from purged_blob where gone_at < now() - make_interval(hours => $1)`, [REMEMBERED_HOURS]);
    return emptied + erased;
  }

  async #emptyTrash(ctx: Context): Promise<number> {
    const days = await this.#settings.value(trashKeptDays);
    if (days === 0) return 0;
    let emptied = 0;
    while (!ctx.signal.aborted) {
      const old = await sql<{ id: string }>(
        ctx.em,
        `select id from asset where trashed_at is not null and trashed_at < now() - make_interval(days => $1)
         and status = 'TRASHED' order by trashed_at limit $2`,
        [days, MAX_BULK],
      );
      if (old.length === 0) break;
      await this.purge(
        ctx,
        old.map(({ id }) => id),
      );
      emptied += old.length;
    }
    return emptied;
  }

  /** What each of them was before. */
  async #eraseRows(inner: Context, ids: readonly string[]): Promise<Map<string, AssetStatus>> {
    const { em, principal } = inner;
    await holdNaming(inner);
    const rows = await sql<{ id: string; status: AssetStatus; sha256: string }>(
      em,
      'select id, status, sha256 from asset where id = any($1) order by id for update',
      [ids],
    );
    const erased = rows.filter(({ status }) => status === AssetStatus.TRASHED);
    const before = new Map(rows.map(({ id, status }) => [id, status]));
    if (erased.length === 0) return before;

    const pictures = erased.map(({ id, sha256 }) => ({ assetId: id, sha256 }));
    const erasedIds = erased.map(({ id }) => id);
    await noteBlobs(inner, erasedIds);
    for (const forget of Object.values(this.#erasures())) await forget(inner, pictures);
    await sql(
      em,
      `with gone as (
         select tag_id, count(*)::int as count from asset_tag where asset_id = any($1) group by tag_id
       ), locked as (
         select tag.id, gone.count from tag join gone on gone.tag_id = tag.id order by tag.key for update of tag
       )
       update tag set asset_count = asset_count - locked.count from locked where tag.id = locked.id`,
      [erasedIds],
    );
    await sql(
      em,
      `with noted as (
         insert into purged_asset (id, sha256, purged_by) select id, sha256, $2 from asset where id = any($1)
       ) delete from asset where id = any($1)`,
      [erasedIds, principal.actor],
    );
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
        const rows = await sql<{ key: string }>(
          em,
          `select key from purged_blob where gone_at is null and ($1::text[] is null or asset_id = any($1))
           order by key limit $2 for update skip locked`,
          [assetIds, BLOBS_AT_ONCE],
        );
        const keys: string[] = [];
        for (const { key } of rows) {
          try {
            await this.#store.delete(key);
            await this.#store.forget(key);
            keys.push(key);
          } catch (error) {
            logger.error({ err: error, key }, 'bytes that were erased are still in the store; upkeep tries again');
            break;
          }
        }
        if (keys.length > 0) {
          await sql(em, 'update purged_blob set gone_at = current_timestamp(3) where key = any($1)', [keys]);
        }
        return { found: rows.length, gone: keys.length };
      });
      erased += gone;
      if (gone < found || found < BLOBS_AT_ONCE) return erased;
    }
  }
}

/** The blobs of these pictures, without those that a picture which stays has as well. */
async function noteBlobs({ em }: Context, assetIds: readonly string[]): Promise<void> {
  const blobs = await sql<{ assetId: string; sha256: string; extension: string }>(
    em,
    `select distinct on (sha256) named.* from (
       select id as "assetId", sha256, extension from asset where id = any($1)
       union all select asset_id, sha256, $2 from rendition where asset_id = any($1)
     ) named
     where not exists (select from asset other where other.sha256 = named.sha256 and other.id <> all($1))
       and not exists (select from rendition other where other.sha256 = named.sha256 and other.asset_id <> all($1))
     order by sha256`,
    [assetIds, RENDITION_TYPE.extension],
  );
  await sql(
    em,
    `insert into purged_blob (key, asset_id) select * from unnest($1::text[], $2::text[])
     on conflict (key) do update set asset_id = excluded.asset_id, purged_at = current_timestamp(3), gone_at = null`,
    [blobs.map(({ sha256, extension }) => blobKey(sha256, extension)), blobs.map(({ assetId }) => assetId)],
  );
}
