import { can } from '../platform/auth/principal.ts';
import type { Context } from '../platform/context.ts';
import { isUniqueViolation } from '../platform/database/sqlstate.ts';
import type { ValueIssue } from '../platform/errors/errors.ts';
import { publish } from '../platform/events/outbox.ts';
import { InputInvalid, Problem } from '../platform/graphql/schema/problem.ts';
import { DownloadFailed, DownloadTooLarge, fetchPublic, UrlNotAllowed } from '../platform/http/outbound.ts';
import type { Proxies } from '../platform/http/proxies.ts';
import type { IdempotencyKeyReused } from '../platform/idempotency/idempotency-key-reused.ts';
import { issueOnce, type NoteIssued } from '../platform/idempotency/issue-once.ts';
import { type BlobStore, blobKey, type StoredBlob } from '../platform/storage/blob-store.ts';
import { readIntact } from '../platform/storage/read-whole.ts';
import { composeText } from '../proof/normal-form.ts';
import type { SettingsApi } from '../settings/index.ts';
import { Asset, AssetOrigin, AssetStatus } from './asset.entity.ts';
import type { CreateAssetInput } from './asset.inputs.ts';
import { DownloadRefused, PictureRefused } from './asset.problems.ts';
import { reviewBeforeUse } from './asset.settings.ts';
import { claimBytes } from './claimed-bytes.ts';
import { type DerivedPicture, derivePicture, RENDITION_TYPE } from './derive-picture.ts';
import { type AddingCaller, addToKnown, type UploadDetails } from './known-picture.ts';
import type { NotApplied } from './not-applied.ts';
import { inspectPicture, MAX_PICTURE_BYTES, normalisePicture, type StorablePicture } from './picture.ts';
import { PictureRefusedError } from './picture-refused-error.ts';
import { Rendition } from './rendition.entity.ts';
import { type ParsedTag, parseTags, tagAsset } from './tagging.ts';

declare module '../platform/events/outbox.ts' {
  interface Events {
    'asset.added': { assetId: string; origin: AssetOrigin; status: AssetStatus };
  }
}

export const MAX_TITLE_LENGTH = 200;
export const MAX_ALT_LENGTH = 1_000;
/** Timeout for downloading a picture. It allows 20 MB at 170 kB/s. */
const FETCH_TIMEOUT_MS = 120_000;

/** A picture whose bytes are stored durably, with all data for its row. No row refers to it yet. */
export interface StoredPicture extends StorablePicture {
  blob: StoredBlob;
  derived: DerivedPicture;
  renditions: { width: number; height: number; blob: StoredBlob }[];
}

export interface AssetDetails {
  origin: AssetOrigin;
  /** Status that the picture gets if the bank doesn't have it yet. See `firstStatus`. */
  status: AssetStatus;
  title: string;
  alt: string;
  source: string | null;
  /** All tags that the picture gets if it is new. */
  tags: readonly ParsedTag[];
  /** Details that the caller gave. An existing asset with the same bytes only gets the tags. */
  given: UploadDetails;
  giver: AddingCaller;
}

/** The asset that has the bytes of an added picture. `isNew` is false if the asset had these bytes before. */
export interface BankedAsset {
  assetId: string;
  isNew: boolean;
  /** Details of the request that were not applied to an existing asset. Empty for a new asset. */
  notApplied: NotApplied[];
}

/** Result of `createAsset`. A request repeated with its idempotency key only returns the id of the asset. */
export type CreateAssetOutcome =
  | (BankedAsset & { alreadyIssued: false })
  | { assetId: string; isNew: null; notApplied: null; alreadyIssued: true };

export interface AssetServiceOptions {
  store: BlobStore;
  /** Private `host:port` pairs from which pictures can be imported. */
  trustedHosts: readonly string[];
  settings: SettingsApi;
  proxies: Proxies;
}

export class AssetService {
  readonly #store: BlobStore;
  readonly #trustedHosts: readonly string[];
  readonly #settings: SettingsApi;
  readonly #proxies: Proxies;

  constructor({ store, trustedHosts, settings, proxies }: AssetServiceOptions) {
    this.#store = store;
    this.#trustedHosts = trustedHosts;
    this.#settings = settings;
    this.#proxies = proxies;
  }

  /**
   * Adds a picture that the caller uploads or links to, once per idempotency key. Returns the existing asset if the bank has the
   * same bytes.
   */
  createAsset(
    ctx: Context,
    given: CreateAssetInput,
  ): Promise<CreateAssetOutcome | InputInvalid | PictureRefused | DownloadRefused | IdempotencyKeyReused> {
    return issueOnce<CreateAssetOutcome | InputInvalid | PictureRefused | DownloadRefused>(ctx, {
      mutation: 'createAsset',
      input: given,
      issue: async (note) => {
        const banked = await this.#createAsset(ctx, given, note);
        return banked instanceof Problem ? banked : { ...banked, alreadyIssued: false };
      },
      again: async ({ em }, assetId) =>
        (await em.count(Asset, assetId)) > 0 ? { assetId, isNew: null, notApplied: null, alreadyIssued: true } : null,
    });
  }

  async #createAsset(
    ctx: Context,
    given: CreateAssetInput,
    note: NoteIssued,
  ): Promise<BankedAsset | InputInvalid | PictureRefused | DownloadRefused> {
    const input = { ...given, ...normalizedTexts(given) };
    const { tags, issues } = parseTags(input.tags ?? [], '/tags');
    issues.push(...textIssues(input));
    const sent = input.file ?? input.imageBase64;
    if ([input.imageUrl, input.imageBase64, input.file].filter(Boolean).length !== 1) {
      issues.push({ pointer: '/imageUrl', detail: 'Send exactly one of `imageUrl`, `imageBase64` and `file`.' });
    }
    if (issues.length > 0) return new InputInvalid(issues);

    try {
      const bytes = sent ?? (await this.#fetch(input.imageUrl!));
      const picture = await this.storePicture(await normalisePicture(bytes));
      const title = input.title || titleFromUrl(input.imageUrl) || 'Untitled';
      return await this.#addInOwnTransaction(ctx, picture, {
        origin: input.imageUrl ? AssetOrigin.IMPORT : AssetOrigin.UPLOAD,
        status: await this.firstStatus(),
        title,
        alt: input.alt || title,
        source: sourceOf(input),
        tags,
        given: {
          title: input.title || null,
          alt: input.alt || null,
          source: input.source ? sourceOf(input) : null,
          tags,
        },
        giver: { actor: ctx.principal.actor, mayTag: async () => can(ctx.principal, 'assets:write') },
        note,
      });
    } catch (error) {
      if (error instanceof PictureRefusedError) return new PictureRefused(error);
      if (error instanceof UrlNotAllowed) return new DownloadRefused('URL_NOT_ALLOWED', error.message);
      if (error instanceof DownloadTooLarge) return new DownloadRefused('PAYLOAD_TOO_LARGE', error.message);
      if (error instanceof DownloadFailed) return new DownloadRefused('DOWNLOAD_FAILED', error.message);
      throw error;
    }
  }

  /**
   * Stores the bytes of a picture and of its renditions. Bytes are written before rows: a crash before the rows leaves orphaned
   * bytes for maintenance to delete, never a row without bytes.
   */
  async storePicture(picture: StorablePicture): Promise<StoredPicture> {
    const derived = await derivePicture(picture.bytes);
    const blob = await this.#store.put(picture.bytes, picture.extension);
    const renditions = await Promise.all(
      derived.renditions.map(async ({ width, height, bytes }) => ({
        width,
        height,
        blob: await this.#store.put(bytes, RENDITION_TYPE.extension),
      })),
    );
    return { ...picture, blob, derived, renditions };
  }

  /** A picture stored earlier by `storePicture`. Null if its bytes are missing or damaged. */
  async storedPicture(sha256: string, extension: string): Promise<StoredPicture | null> {
    const key = blobKey(sha256, extension);
    const bytes = await readIntact(this.#store, key);
    if (!bytes) return null;
    // The stored bytes are normalized already. Normalizing them again would change lossy ones, and so their digest.
    const { mediaType, extension: type, width, height } = await inspectPicture(bytes);
    return this.storePicture({ bytes, mediaType, extension: type, width, height });
  }

  /** Initial status of a new picture. It depends on a setting, so call this before a transaction begins. */
  async firstStatus(): Promise<AssetStatus> {
    return (await this.#settings.value(reviewBeforeUse)) ? AssetStatus.QUARANTINED : AssetStatus.LIVE;
  }

  /**
   * Inserts the row of a stored picture, in the transaction of the context. If the bank already has an asset with these bytes,
   * that asset only gets the tags in `details.given`, as far as `addToKnown` allows.
   */
  async addToBank(ctx: Context, picture: StoredPicture, details: AssetDetails): Promise<BankedAsset> {
    const { em } = ctx;
    await this.claimBytes(ctx, picture);
    const existing = await em.findOne(Asset, { sha256: picture.blob.sha256 }, { fields: ['id'] });
    if (existing) {
      const notApplied = await addToKnown(ctx, existing.id, details.given, details.giver);
      return { assetId: existing.id, isNew: false, notApplied };
    }

    const { origin, status } = details;
    const asset = em.create(Asset, {
      origin,
      status,
      title: details.title,
      alt: details.alt,
      source: details.source,
      sha256: picture.blob.sha256,
      extension: picture.extension,
      mediaType: picture.mediaType,
      byteSize: picture.blob.byteSize,
      width: picture.width,
      height: picture.height,
      thumbhash: picture.derived.thumbhash,
      dominantColor: picture.derived.dominantColor,
      perceptualHash: picture.derived.perceptualHash,
      pickKey: Math.random(),
      licence: null,
      credit: null,
      validFrom: null,
      validUntil: null,
      updatedBy: null,
      trashedAt: null,
      trashedFrom: null,
    });
    em.persist(asset);
    for (const { width, height, blob } of picture.renditions) {
      em.persist(em.create(Rendition, { asset, width, height, sha256: blob.sha256, byteSize: blob.byteSize }));
    }
    publish(ctx, 'asset.added', { assetId: asset.id, origin, status });
    await em.flush();
    await tagAsset(em, asset, details.tags);
    return { assetId: asset.id, isNew: true, notApplied: [] };
  }

  /** Call this before a row refers to bytes that were stored earlier, because maintenance can have erased them since. */
  async claimBytes(ctx: Context, { blob, bytes, extension, derived, renditions }: StoredPicture): Promise<void> {
    const smaller = renditions.map(({ width, blob: { key } }) => {
      const rendition = derived.renditions.find((one) => one.width === width)!;
      return { key, extension: RENDITION_TYPE.extension, bytes: rendition.bytes };
    });
    await claimBytes(ctx, this.#store, [{ key: blob.key, extension, bytes }, ...smaller]);
  }

  async #addInOwnTransaction(
    ctx: Context,
    picture: StoredPicture,
    { note, ...details }: AssetDetails & { note: NoteIssued },
  ): Promise<BankedAsset> {
    const add = async (inner: Context) => {
      const banked = await this.addToBank(inner, picture, details);
      await note(inner, banked.assetId);
      return banked;
    };
    try {
      return await ctx.transactional(add);
    } catch (error) {
      // A concurrent request added the same bytes first. The second attempt finds its asset.
      if (!isUniqueViolation(error)) throw error;
      return ctx.fork().transactional(add);
    }
  }

  async #fetch(url: string): Promise<Buffer> {
    const { bytes } = await fetchPublic(url, {
      maxBytes: MAX_PICTURE_BYTES,
      timeoutMs: FETCH_TIMEOUT_MS,
      trustedHosts: [...this.#trustedHosts],
      proxies: this.#proxies,
      accept: 'image/*',
    });
    return bytes;
  }
}

function normalizedTexts({ title, alt, source }: CreateAssetInput) {
  return {
    title: title && composeText(title.trim()),
    alt: alt && composeText(alt.trim()),
    source: source && composeText(source),
  };
}

function textIssues({ title, alt, source }: CreateAssetInput): ValueIssue[] {
  const issues: ValueIssue[] = [];
  if ((title?.length ?? 0) > MAX_TITLE_LENGTH) {
    issues.push({
      pointer: '/title',
      detail: `The title has ${title!.length} characters, but the maximum is ${MAX_TITLE_LENGTH}.`,
    });
  }
  if ((alt?.length ?? 0) > MAX_ALT_LENGTH) {
    issues.push({
      pointer: '/alt',
      detail: `The description has ${alt!.length} characters, but the maximum is ${MAX_ALT_LENGTH}.`,
    });
  }
  if ((source?.length ?? 0) > MAX_ALT_LENGTH) {
    issues.push({
      pointer: '/source',
      detail: `The text in \`source\` has ${source!.length} characters, but the maximum is ${MAX_ALT_LENGTH}.`,
    });
  }
  return issues;
}

/**
 * The source given by the caller. If the caller gave none, or gave the URL: the URL without its query, user name and password,
 * which can contain secrets such as a signature.
 */
function sourceOf({ source, imageUrl }: CreateAssetInput): string | null {
  if (!imageUrl || (source && source !== composeText(imageUrl))) return source ?? null;
  const { origin, pathname } = new URL(imageUrl);
  return `${origin}${pathname}`;
}

function titleFromUrl(url: string | null | undefined): string | null {
  if (!url) return null;
  const name = new URL(url).pathname.split('/').at(-1) ?? '';
  const title = composeText(decoded(name))
    .replace(/\.\w+$/, '')
    .replaceAll(/[-_+\s\p{Cc}]+/gu, ' ')
    .trim();
  return title ? [...title].slice(0, MAX_TITLE_LENGTH / 2).join('') : null;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
