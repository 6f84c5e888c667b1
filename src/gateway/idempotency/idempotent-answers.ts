import { hash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import type { CustomersApi } from '../../customers/index.ts';
import { isAnonymous, requesterOf } from '../../platform/auth/principal.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import type { EnvelopeEncryption } from '../../platform/encryption/envelope-encryption.ts';
import { unauthenticated } from '../../platform/errors/errors.ts';
import { assertIdempotencyKey } from '../../platform/idempotency/idempotency-key.ts';
import { newId } from '../../platform/ids.ts';
import type { RunKind } from '../runs/run.entity.ts';
import { IdempotencyRefusal } from './idempotency.problems.ts';
import type { IdempotencyLimits } from './idempotency-limits.ts';
import type { AnswerState } from './idempotent-answer.entity.ts';
import {
  claimKey,
  deleteExpired,
  findAnswer,
  findEnd,
  freeKey,
  type IdempotencyRow,
  keepAnswer,
  takeOverKey,
} from './idempotent-answer.sql.ts';

/** A request with an idempotency key. */
export interface KeyedRequest {
  readonly key: string;
  readonly kind: RunKind;
  /** Everything that affects the answer. The same key with a different request is refused. */
  readonly request: unknown;
}

/** A key that this request has claimed. Its holder runs the request and stores the result. */
export interface KeyClaim {
  readonly id: string;
  /** Id under which the run must be recorded. */
  readonly runId: string;
}

/** A request by the digests that identify its key and its content. */
interface ClaimedRequest {
  readonly id: string;
  readonly kind: RunKind;
  readonly requestSha256: string;
}

export interface IdempotentAnswersOptions {
  readonly database: Database;
  readonly encryption: EnvelopeEncryption;
  readonly customers: Pick<CustomersApi, 'underWay'>;
  readonly limits: IdempotencyLimits;
}

/**
 * Stored answers of requests with an idempotency key. One row per owner and key exists before the run starts, so that only one of
 * two concurrent requests runs, in any process.
 */
export class IdempotentAnswers {
  readonly #database: Database;
  readonly #encryption: EnvelopeEncryption;
  readonly #customers: Pick<CustomersApi, 'underWay'>;
  readonly #limits: IdempotencyLimits;

  constructor({ database, encryption, customers, limits }: IdempotentAnswersOptions) {
    this.#database = database;
    this.#encryption = encryption;
    this.#customers = customers;
    this.#limits = limits;
  }

  /**
   * Claims the key for the first request, and returns the stored result to later ones.
   * @throws Refusal UNAUTHENTICATED, IDEMPOTENCY_KEY_INVALID, RATE_LIMITED; IdempotencyRefusal
   */
  async claim(ctx: Context, { key, kind, request }: KeyedRequest): Promise<{ claim: KeyClaim } | { kept: unknown }> {
    assertUsable(ctx, key);
    const id = hash('sha256', JSON.stringify([requesterOf(ctx.principal), key]));
    const requestSha256 = hash('sha256', canonicalJson(request));
    for (;;) {
      const earlier = await findAnswer(this.#database, id);
      const result = earlier
        ? await this.#answerAgain(ctx, { id, kind, requestSha256 }, earlier)
        : await this.#claimNew(ctx, { id, kind, requestSha256 });
      // Null: another request claimed or released the key meanwhile, so its row is read again.
      if (result) return result;
    }
  }

  /** Claims a key that no request holds. Null if another request claimed it first. */
  async #claimNew(ctx: Context, claimed: ClaimedRequest): Promise<{ claim: KeyClaim } | null> {
    await this.#limits.takeKey(ctx);
    const claim = { id: claimed.id, runId: newId('run') };
    if (await claimKey(this.#database, { ...claimed, ...claim })) return { claim };
    await this.#limits.giveBackKey(ctx);
    return null;
  }

  /** Stores an answer. Returns a sentence if it couldn't be stored, null if it was. */
  async keep(ctx: Context, { id, runId }: KeyClaim, answer: unknown): Promise<string | null> {
    try {
      const plain = serialize(answer);
      const why = await this.#limits.refusesToKeep(ctx, plain.length);
      const encrypted = why === null ? this.#encryption.encrypt(plain, id) : null;
      const state: AnswerState = why === null ? 'KEPT' : 'NOT_KEPT';
      await keepAnswer(this.#database, { id, runId }, state, encrypted);
      return why && notKept(why);
    } catch (error) {
      // The run has ended, so its caller gets the result even if the result can't be stored.
      const { message } = error as Error;
      ctx.logger.warn({ runId, error: message }, 'an answer was not stored for its idempotency key');
      return notKept('the database is down');
    }
  }

  /** Releases a key whose run spent nothing, so that it can be used again. */
  async free(ctx: Context, { id, runId }: KeyClaim): Promise<void> {
    try {
      await freeKey(this.#database, { id, runId });
      await this.#limits.giveBackKey(ctx);
    } catch (error) {
      // If the key isn't released, the next request with it finds that its run spent nothing, and takes it over.
      const { message } = error as Error;
      ctx.logger.warn({ runId, error: message }, 'an idempotency key was not released');
    }
  }

  /** Result for a key that an earlier request has claimed. Null if another request took the key over first. */
  async #answerAgain(
    ctx: Context,
    { id, kind, requestSha256 }: ClaimedRequest,
    row: IdempotencyRow,
  ): Promise<{ claim: KeyClaim } | { kept: unknown } | null> {
    const { runId } = row;
    if (row.kind !== kind || row.requestSha256 !== requestSha256) throw IdempotencyRefusal.reused(runId);
    if (row.state === 'NOT_KEPT') throw IdempotencyRefusal.gone(runId, 'Its answer was returned once and not stored.');
    if (row.state === 'KEPT') return { kept: deserialize(this.#encryption.decrypt(row.answer!, id)) };
    const reason = await this.#reasonNotToRun(ctx, row);
    if (reason !== null) throw reason;
    const claim = { id, runId: newId('run') };
    return (await takeOverKey(this.#database, id, runId, claim.runId)) ? { claim } : null;
  }

  /** Reason why no run may start for a key whose row is UNDER_WAY. Null if its run never started or spent nothing. */
  async #reasonNotToRun(ctx: Context, { runId, seconds }: IdempotencyRow): Promise<IdempotencyRefusal | null> {
    // Suggests to wait as long as the run has taken so far.
    const later = IdempotencyRefusal.inProgress(runId, Math.min(Math.max(Math.ceil(seconds), 1), MOST_RETRY_SECONDS));
    // Reads the reservation first, then the recorded run, so that a run that ends between the two reads is found.
    if (await this.#customers.underWay(ctx, runId)) return later;
    const run = await findEnd(this.#database, runId);
    // A negative age means that the clock was set back.
    if (!run) return Math.abs(seconds) < BEGINNING_SECONDS ? later : null;
    const { status, costMicros, isJust } = run;
    if (isJust && status !== 'ABORTED') return later;
    if (status !== 'SUCCEEDED' && costMicros === 0) return null;
    return IdempotencyRefusal.gone(
      runId,
      status === 'ABORTED'
        ? 'Its process ended unexpectedly, and its progress is unknown.'
        : `The run ended as ${status}, but its answer was lost before it could be stored.`,
    );
  }
}

const notKept = (why: string) =>
  `The answer was not stored for its idempotency key: ${why}. It can’t be returned again.`;

/** Seconds after which a started run has its reservation or is recorded. */
const BEGINNING_SECONDS = 60;
const MOST_RETRY_SECONDS = 30;

function assertUsable({ principal }: Context, key: string): void {
  assertIdempotencyKey(key);
  if (!isAnonymous(principal)) return;
  throw unauthenticated('An idempotency key requires a credential. Send one, or omit the key.');
}

/** JSON with sorted members, since the APIs build requests in different orders. */
function canonicalJson(request: unknown): string {
  return JSON.stringify(request, (_key, value: unknown) => {
    if (value instanceof Uint8Array) return { byteSize: value.byteLength, sha256: hash('sha256', value) };
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** Rows per statement. A larger deletion would block writers. */
const BATCH = 1_000;

/** Deletes expired answers. Returns their number. */
export async function deleteExpiredAnswers({ em, signal }: Context): Promise<number> {
  let forgotten = 0;
  for (;;) {
    const deleted = await deleteExpired(em, BATCH);
    forgotten += deleted;
    if (deleted < BATCH || signal.aborted) return forgotten;
  }
}
