import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Asset } from '../assets/index.ts';
import {
  AlreadyLogged,
  type AppendResult,
  assertBegun,
  byteSizeOf,
  type ColumnValues,
  insertLogged,
  type LogLeaf,
  type PlacedRow,
  type SealKeys,
  type Signer,
  signEntry,
  type TransparencyLog,
} from '../log/index.ts';
import { ownerOf } from '../platform/auth/principal.ts';
import { newToken } from '../platform/auth/token.ts';
import type { Context } from '../platform/context.ts';
import { agreedTime } from '../platform/database/agreed-time.ts';
import type { EnvelopeEncryption } from '../platform/encryption/envelope-encryption.ts';
import { digestOf } from '../platform/encryption/secrets.ts';
import type { ValueIssue } from '../platform/errors/errors.ts';
import { publishAll } from '../platform/events/outbox.ts';
import { InputInvalid, NotFound, Problem } from '../platform/graphql/schema/problem.ts';
import { IdempotencyKeyReused } from '../platform/idempotency/idempotency-key-reused.ts';
import { newId } from '../platform/ids.ts';
import { leafHash } from '../proof/merkle.ts';
import { isStreamSafe } from '../proof/normal-form.ts';
import { type SealPredicate, STATEMENT_MEDIA_TYPE, sealStatement } from '../proof/statement.ts';
import { LIMITS } from '../proof/statement-facts.ts';
import { NORMALIZATION, normalizedDigest, SALT_LENGTH, sealedBytes } from '../proof/text.ts';
import type { Disclaimer } from './disclaimer.entity.ts';
import { DEFAULT_LANGUAGE, type DisclaimerService } from './disclaimer.service.ts';
import type { PictureOrigin } from './picture-origin.ts';
import { Seal, SealStatus, SealSubject } from './seal.entity.ts';
import type { SealTextInput } from './seal.inputs.ts';
import { DisclaimerOutdated, SealConflict } from './seal.problems.ts';
import {
  assertShowsToken,
  type ChangeableSeal,
  isEnded,
  type SealStatusService,
  showsToken,
} from './seal-status.service.ts';
import type { Sealable } from './sealable.ts';
import { MAX_TEXT_BYTES, type SealableOutput, sealableOutput } from './sealable-output.ts';
import type { SealingRequests } from './sealing-request.ts';
import { hexDigest } from './sha256.ts';
import { submitterOf } from './submitter.ts';

declare module '../platform/events/outbox.ts' {
  interface Events {
    'asset.sealed': { assetId: string; sealId: string };
    /** A seal was created, of any kind of content. */
    'seal.sealed': { sealId: string };
  }
}

export type SealTextOutcome =
  | NewSeal
  | InputInvalid
  | DisclaimerOutdated
  | NotFound
  | SealConflict
  | IdempotencyKeyReused;

/** A seal, new or of an earlier identical request, with the secrets that only its owner gets. */
export interface NewSeal {
  seal: Seal;
  /** Salt that is hashed in front of the text of a private seal. Null for other seals. */
  salt: Uint8Array | null;
  /** Secret that allows its holder to revoke the seal and to read a stored text. */
  ownerToken: string;
  /** True if an earlier request with the same idempotency key created the seal. */
  isReplay: boolean;
}

export interface SealServiceOptions {
  requests: SealingRequests;
  signer: Signer;
  keys: SealKeys;
  log: TransparencyLog;
  disclaimers: DisclaimerService;
  statuses: SealStatusService;
  encryption: EnvelopeEncryption;
  /** `areGiven` tells if new seals get a time stamp. `request` is called in the transaction that writes the seals. */
  timeStamps: {
    areGiven(): Promise<boolean>;
    request(em: EntityManager, sealIds: readonly string[]): Promise<void>;
  };
  publicUrl: string;
  pictureOrigin: Pick<PictureOrigin, 'claimsOf'>;
}

export class SealService {
  readonly #requests: SealingRequests;
  readonly #signer: Signer;
  readonly #keys: SealKeys;
  readonly #log: TransparencyLog;
  readonly #disclaimers: DisclaimerService;
  readonly #statuses: SealStatusService;
  readonly #encryption: EnvelopeEncryption;
  readonly #timeStamps: SealServiceOptions['timeStamps'];
  readonly #publicUrl: string;
  readonly #pictureOrigin: SealServiceOptions['pictureOrigin'];

  constructor(options: SealServiceOptions) {
    this.#requests = options.requests;
    this.#signer = options.signer;
    this.#keys = options.keys;
    this.#log = options.log;
    this.#disclaimers = options.disclaimers;
    this.#statuses = options.statuses;
    this.#encryption = options.encryption;
    this.#timeStamps = options.timeStamps;
    this.#publicUrl = options.publicUrl;
    this.#pictureOrigin = options.pictureOrigin;
  }

  /**
   * Result of an earlier request with the same idempotency key. Null without a key, and if the current log has no seal of such
   * a request.
   */
  async earlierAnswer(ctx: Context, input: SealTextInput): Promise<SealTextOutcome | null> {
    const request = this.#requests.of(ctx, input);
    const place = request && (await this.#log.find(ctx.em, logKeyOf(request.name)));
    if (!place) return null;
    const seal = await ctx.em.findOne(Seal, { log: place.log, logIndex: place.index });
    return answerTo(request, input, { seal, isNew: false });
  }

  /**
   * Seals the exact UTF-8 bytes of a text. Nothing is trimmed or normalized, and the text isn't stored unless requested. Text
   * with lone surrogates was rejected before, because two different texts would have the same bytes.
   */
  async sealText(ctx: Context, input: SealTextInput): Promise<SealTextOutcome> {
    const request = this.#requests.of(ctx, input);
    const issues = textIssues(input);
    const disclaimer = await this.#disclaimers.current(input.language);
    if (!disclaimer) {
      issues.push({
        pointer: '/language',
        detail: `No disclaimer is published in this language. Use \`${DEFAULT_LANGUAGE}\`.`,
      });
    }
    if (issues.length > 0 || !disclaimer) return new InputInvalid(issues);
    if (input.disclaimerVersion != null && input.disclaimerVersion !== disclaimer.version) {
      return new DisclaimerOutdated(disclaimer, input.disclaimerVersion);
    }

    const replaced = input.supersedes && (await this.#statuses.replaceable(ctx, input.supersedes));
    if (replaced instanceof Problem) return replaced;
    const earlier = replaced?.seal;

    const salt = input.private ? (request?.salt ?? randomBytes(SALT_LENGTH)) : undefined;
    const bytes = sealedBytes(input.text, salt);
    const ownerToken = request?.ownerToken ?? newToken('imso_');
    const sealable: Sealable = {
      ...(request && { key: request.name }),
      subject: SealSubject.TEXT,
      name: 'text',
      sha256: hexDigest(bytes),
      byteLength: bytes.length,
      mediaType: 'text/plain; charset=utf-8',
      disclaimer,
      claims: {
        normalizedDigest: { alg: NORMALIZATION, sha256: hex(normalizedDigest(input.text, salt)) },
        ...(salt && { private: true }),
        ...(earlier && { supersedes: await this.#nameOf(ctx, earlier) }),
      },
      ownerToken,
      ...(input.retain && { retain: Buffer.from(input.text, 'utf8') }),
    };
    const sealed = await this.#seal(ctx, sealable, replaced ?? null);
    if (sealed instanceof Problem) {
      // A concurrent request with the same key can have created this seal, and superseded the older one, first.
      return (await this.earlierAnswer(ctx, input)) ?? sealed;
    }
    return answerTo({ ownerToken, salt }, input, sealed);
  }

  /**
   * Text that was stored with a seal. Null if none was stored, or if the seal doesn't exist.
   * @throws Refusal FORBIDDEN for all callers except the owner, even operators
   */
  async retainedText(ctx: Context, sealId: string, ownerToken: string | null): Promise<string | null> {
    const seal = await ctx.em.findOne(Seal, sealId);
    if (!seal) return null;
    assertShowsToken(seal, ownerToken);
    return seal.retained ? this.#encryption.decrypt(seal.retained, seal.id).toString('utf8') : null;
  }

  /** Seals an asset's stored bytes. Sealing again returns the newest seal, unless it was revoked, superseded or erased. */
  async sealAsset(ctx: Context, assetId: string): Promise<Seal | NotFound> {
    const { em } = ctx;
    const asset = await em.findOne(Asset, assetId);
    if (!asset) return new NotFound(assetId);
    const [newest] = await em.find(Seal, { asset }, { orderBy: { id: 'desc' }, limit: 1 });
    if (newest && !isEnded(newest)) return newest;
    const claims = await this.#pictureOrigin.claimsOf(ctx, asset);
    return this.#createSeal(ctx, (number) => sealableAsset(asset, claims, number));
  }

  /** @throws Refusal if nothing can be sealed now, for example because the log is frozen or the key was retired */
  async assertReady(ctx: Context): Promise<void> {
    await Promise.all([this.#trustedTime(ctx), this.#log.probe()]);
  }

  /** Seals a run's output text. Sealing again returns the newest seal, unless it was revoked, superseded or erased. */
  async sealOutput(ctx: Context, output: SealableOutput): Promise<Seal> {
    const { runId } = output;
    const [newest] = await ctx.em.find(
      Seal,
      { runId, subject: SealSubject.OUTPUT },
      { orderBy: { id: 'desc' }, limit: 1 },
    );
    if (newest && !isEnded(newest)) return newest;
    return this.#createSeal(ctx, (number) => sealableOutput(output, number));
  }

  /** Seals a citation file. Sealing it again returns the newest seal, unless it was revoked, superseded or erased. */
  async sealCitationFile(ctx: Context, file: Omit<Sealable, 'key'>): Promise<Seal> {
    const { subject, sha256 } = file;
    const [newest] = await ctx.em.find(Seal, { sha256, subject }, { orderBy: { id: 'desc' }, limit: 1 });
    if (newest && !isEnded(newest)) return newest;
    return this.#createSeal(ctx, (number) => ({ ...file, key: `citations ${subject} ${sha256} ${number}` }));
  }

  /** Creates a seal under the first free number of its content. Seals that ended or were erased keep their numbers. */
  async #createSeal(ctx: Context, sealableOf: (number: number) => Sealable): Promise<Seal> {
    for (let number = 1; ; number++) {
      const seal = await this.seal(ctx, sealableOf(number));
      if (seal && !isEnded(seal)) return seal;
    }
  }

  /**
   * The current time. Records the first use of the key and the log, from which on verifiers trust them.
   * @throws Refusal if nothing can be sealed now
   */
  async #trustedTime(ctx: Context): Promise<Date> {
    const [, { openedAt }] = await Promise.all([this.#keys.register(), this.#log.identity()]);
    const now = await agreedTime(ctx);
    await this.#keys.assertInUse(now);
    assertBegun('The transparency log', openedAt, now);
    return now;
  }

  /**
   * Seals an asset that was never sealed. If its first seal was revoked or erased, no new one is created. Can be called twice for
   * one event.
   */
  async sealAssetOnce(ctx: Context, assetId: string): Promise<void> {
    const asset = await ctx.em.findOne(Asset, assetId);
    if (asset) await this.seal(ctx, sealableAsset(asset, await this.#pictureOrigin.claimsOf(ctx, asset), 1));
  }

  /**
   * Signs the statement about the bytes and writes the seal together with its log entry. Returns when a published checkpoint
   * covers the entry. Null if content with the same key was sealed before and that seal has been erased.
   */
  async seal(ctx: Context, sealable: Sealable): Promise<Seal | null> {
    const sealed = await this.#seal(ctx, sealable, null);
    return sealed instanceof Problem ? null : sealed.seal;
  }

  async #seal(ctx: Context, sealable: Sealable, earlier: ChangeableSeal | null): Promise<SealOutcome | SealConflict> {
    const { key, subject, name, sha256, byteLength, mediaType, asset, disclaimer, claims } = sealable;
    const { ownerToken, retain, runId, content } = sealable;
    const sealedAt = await this.#trustedTime(ctx);
    const id = newId('seal');
    const submitter = submitterOf(ctx.principal);
    const payload = sealStatement(
      this.#publicUrl,
      { name, digest: { sha256 } },
      {
        sealId: id,
        nonce: randomBytes(32).toString('base64'),
        mediaType,
        byteLength,
        canonicalization: 'none',
        issuer: { origin: this.#publicUrl },
        claimedAt: sealedAt.toISOString(),
        limits: [...LIMITS],
        ...claims,
        submitter,
        ...(disclaimer && { disclaimer: claimedDisclaimer(disclaimer, sealedAt) }),
      },
    );
    const { signature, body } = await signEntry(this.#signer, STATEMENT_MEDIA_TYPE, payload);
    const values = {
      id,
      subject,
      asset_id: asset?.id ?? null,
      disclaimer_id: disclaimer?.id ?? null,
      submitter,
      is_private: claims?.private ?? false,
      sha256,
      byte_length: byteLength,
      media_type: mediaType,
      status: (await this.#timeStamps.areGiven()) ? SealStatus.PENDING_TIMESTAMP : SealStatus.SEALED,
      statement: Buffer.from(payload).toString('utf8'),
      signature: Buffer.from(signature),
      key_id: this.#signer.keyId,
      owner_token_hash: ownerToken ? digestOf(ownerToken) : null,
      retained: retain ? this.#encryption.encrypt(retain, id) : null,
      sealed_at: sealedAt.toISOString(),
      run_id: runId ?? null,
      content: content ?? null,
    };
    // Default key: the digest of the statement. The statement's nonce is deleted when the seal is erased, so no one can link the
    // log entry to the seal afterwards.
    const leaf: LogLeaf = {
      key: key === undefined ? hexDigest(payload) : logKeyOf(key),
      body,
      alongside: {
        row: { ...values, owner: ownerOf(ctx.principal) },
        byteSize: byteSizeOf(values),
        write: this.#writeSeals,
      },
    };
    const place = earlier ? await this.#appendInPlaceOf(ctx, earlier, leaf, id) : (await this.#log.append(leaf))[0];
    if (place instanceof Problem) return place;
    const { log, index, isNew } = place;
    // A seal that this call wrote isn't read again.
    const seal = isNew
      ? ctx.em.map(Seal, { ...values, log, log_index: index })
      : await ctx.em.findOne(Seal, { log, logIndex: index });
    return { seal, isNew };
  }

  /** A field, not a method, because the log batches rows by the identity of their write function. */
  readonly #writeSeals = async (em: EntityManager, seals: readonly PlacedRow<SealRow>[]): Promise<void> => {
    await insertLogged(em, 'seal', seals);
    await publishSealed(em, seals);
    const unstamped = seals.filter(({ row }) => row.status === SealStatus.PENDING_TIMESTAMP);
    if (unstamped.length === 0) return;
    await this.#timeStamps.request(
      em,
      unstamped.map(({ row }) => row.id),
    );
  };

  /** Writes the new seal and supersedes the earlier one: both happen, or neither. */
  async #appendInPlaceOf(
    ctx: Context,
    earlier: ChangeableSeal,
    leaf: LogLeaf,
    sealId: string,
  ): Promise<AppendResult | SealConflict> {
    try {
      const [place] = await this.#log.append(leaf, await this.#statuses.supersession(ctx, earlier, sealId));
      return place;
    } catch (error) {
      if (error instanceof AlreadyLogged) return new SealConflict('The earlier seal has already been superseded.');
      throw error;
    }
  }

  async #nameOf({ em }: Context, { id, log, logIndex }: Seal): Promise<SealPredicate['supersedes']> {
    const entry = await this.#log.entryBody(em, { log, index: logIndex });
    return { sealId: id, leafHash: hex(leafHash(entry)) };
  }
}

/** Result of sealing. `seal` is null if the seal was created earlier and has since been erased. */
interface SealOutcome {
  seal: Seal | null;
  isNew: boolean;
}

/** Result for the caller. A caller gets the owner token of an existing seal only if its request is identical to the first one. */
function answerTo(
  { ownerToken, salt }: { ownerToken: string; salt: Uint8Array | undefined },
  input: SealTextInput,
  { seal, isNew }: SealOutcome,
): NewSeal | SealConflict | IdempotencyKeyReused {
  if (!seal)
    return new SealConflict('The seal created with this idempotency key has been erased. Use a new key to seal again.');
  if (!isNew && !showsToken(seal, ownerToken)) return new IdempotencyKeyReused();
  return { seal, salt: (input.private && salt) || null, ownerToken, isReplay: !isNew };
}

/** Key of content in the log, derived from the content's name. */
const logKeyOf = (name: string) => hexDigest(Buffer.from(name));

/**
 * Publishes `seal.sealed` for each seal, and also `asset.sealed` for a seal of an asset. When the transaction commits, requests
 * that wait for the asset's seal continue.
 */
function publishSealed(em: EntityManager, seals: readonly PlacedRow<SealRow>[]): Promise<void> {
  return publishAll(
    em,
    seals.flatMap(({ row: { id: sealId, asset_id: assetId, owner } }) => [
      { type: 'seal.sealed' as const, payload: { sealId }, owner },
      ...(assetId ? [{ type: 'asset.sealed' as const, payload: { assetId, sealId }, owner: null }] : []),
    ]),
  );
}

/** A row of `seal` plus its owner, which isn't a column of the table. */
type SealRow = ColumnValues & { id: string; asset_id: string | null; owner: string };

/**
 * Content of an asset to seal.
 * @param number number of this seal among the asset's seals, from 1
 */
function sealableAsset(asset: Asset, claims: Sealable['claims'], number: number): Sealable {
  return {
    key: `${asset.id} ${number}`,
    subject: SealSubject.ASSET,
    name: asset.id,
    sha256: asset.sha256,
    byteLength: asset.byteSize,
    mediaType: asset.mediaType,
    asset,
    ...(claims && { claims }),
  };
}

function textIssues({ text, disclaimerAcknowledged }: SealTextInput): ValueIssue[] {
  const issues: ValueIssue[] = [];
  const byteLength = Buffer.byteLength(text, 'utf8');
  if (byteLength === 0) issues.push({ pointer: '/text', detail: 'The text is empty. Send the text to seal.' });
  if (byteLength > MAX_TEXT_BYTES) {
    issues.push({
      pointer: '/text',
      detail: `The text has ${byteLength} bytes, but at most ${MAX_TEXT_BYTES} can be sealed.`,
    });
  } else if (!isStreamSafe(text)) {
    issues.push({
      pointer: '/text',
      detail: 'The text has more than 30 combining marks in a row, which no script needs. Remove some of them.',
    });
  }
  if (!disclaimerAcknowledged) {
    issues.push({
      pointer: '/disclaimerAcknowledged',
      detail: 'Set `disclaimerAcknowledged` to true to accept the disclaimer.',
    });
  }
  return issues;
}

function claimedDisclaimer({ id, version, sha256, language }: Disclaimer, ackedAt: Date) {
  return { id, version: String(version), sha256, language, ackedAt: ackedAt.toISOString() };
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
