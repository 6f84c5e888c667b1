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

/** A request that may be asked again under its key. */
export interface KeyedRequest {
  readonly key: string;
  readonly kind: RunKind;
  /** All that makes a difference to what is answered, as JSON spells it: the same key with another is refused. */
  readonly request: unknown;
}

/** A key that nobody else has begun anything with: whoever holds it runs, and says in the end what became of it. */
export interface KeyClaim {
  readonly id: string;
  /** Of the run to be. */
  readonly runId: string;
}

export interface IdempotentAnswersOptions {
  readonly database: Database;
  readonly encryption: EnvelopeEncryption;
  readonly customers: Pick<CustomersApi, 'underWay'>;
  readonly limits: IdempotencyLimits;
}

/**
 * Whatever is answered to a request with an idempotency key, for a day: one row by owner and key, which is there before anything
 * is run. Two that come at once are told apart by it, whatever process they come to.
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
   * The key for whoever asks first; what was kept for who asks again.
   * @throws Refusal UNAUTHENTICATED, IDEMPOTENCY_KEY_INVALID, RATE_LIMITED; IdempotencyRefusal
   */
  async claim(ctx: Context, { key, kind, request }: KeyedRequest): Promise<{ claim: KeyClaim } | { kept: unknown }> {
    assertUsable(ctx, key);
    const id = hash('sha256', JSON.stringify([requesterOf(ctx.principal), key]));
    const requestSha256 = hash('sha256', canonicalJson(request));
    const earlier = await findAnswer(this.#database, id);
    if (earlier) return this.#again(ctx, { id, kind, requestSha256 }, earlier);
    await this.#limits.takeKey(ctx);
    const claim = { id, runId: newId('run') };
    if (await claimKey(this.#database, { ...claim, kind, requestSha256 })) return { claim };
    await this.#limits.giveBackKey(ctx);
    const other = await findAnswer(this.#database, id);
    // It came and went while this one looked.
    if (!other) throw IdempotencyRefusal.inProgress(claim.runId, 1);
    return this.#again(ctx, { id, kind, requestSha256 }, other);
  }

  /** Keeps what was answered. Gives why it could not be, in a sentence; null where it is. */
  async keep(ctx: Context, { id, runId }: KeyClaim, answer: unknown): Promise<string | null> {
    try {
      const plain = serialize(answer);
      const why = await this.#limits.refusesToKeep(ctx, plain.length);
      const encrypted = why === null ? this.#encryption.encrypt(plain, id) : null;
      const state: AnswerState = why === null ? 'KEPT' : 'NOT_KEPT';
      await keepAnswer(this.#database, { id, runId }, state, encrypted);
      return why && notKept(why);
    } catch (error) {
      // It was run, and has to be told, whatever becomes of the copy.
      const { message } = error as Error;
      ctx.logger.warn({ runId, error: message }, 'an answer was not kept for its idempotency key');
      return notKept('the database is away');
    }
  }

  /** Nothing was spent: the key is as if it had never come. */
  async free(ctx: Context, { id, runId }: KeyClaim): Promise<void> {
    try {
      await freeKey(this.#database, { id, runId });
      await this.#limits.giveBackKey(ctx);
    } catch (error) {
      // The next one that comes with it finds that nothing was begun.
      const { message } = error as Error;
      ctx.logger.warn({ runId, error: message }, 'an idempotency key was not freed');
    }
  }

  async #again(
    ctx: Context,
    { id, kind, requestSha256 }: { id: string; kind: RunKind; requestSha256: string },
    row: IdempotencyRow,
  ): Promise<{ claim: KeyClaim } | { kept: unknown }> {
    const { runId } = row;
    if (row.kind !== kind || row.requestSha256 !== requestSha256) throw IdempotencyRefusal.reused(runId);
    if (row.state === 'NOT_KEPT') throw IdempotencyRefusal.gone(runId, 'Its answer was given once and not kept.');
    if (row.state === 'KEPT') return { kept: deserialize(this.#encryption.decrypt(row.answer!, id)) };
    const became = await this.#becameOf(ctx, row);
    if (became !== null) throw became;
    const claim = { id, runId: newId('run') };
    if (await takeOverKey(this.#database, id, runId, claim.runId)) return { claim };
    throw IdempotencyRefusal.inProgress(runId, 1);
  }

  /** Why nothing may be begun under a key whose row says that it is under way; null where nothing was spent. */
  async #becameOf(ctx: Context, { runId, seconds }: IdempotencyRow): Promise<IdempotencyRefusal | null> {
    // As long again as it has taken so far.
    const later = IdempotencyRefusal.inProgress(runId, Math.min(Math.max(Math.ceil(seconds), 1), MOST_RETRY_SECONDS));
    // In this order: one that ends in between is found by the second.
    if (await this.#customers.underWay(ctx, runId)) return later;
    const run = await findEnd(this.#database, runId);
    // A time that lies ahead is from before the clock was set back.
    if (!run) return Math.abs(seconds) < BEGINNING_SECONDS ? later : null;
    const { status, costMicros, isJust } = run;
    if (isJust && status !== 'ABORTED') return later;
    if (status !== 'SUCCEEDED' && costMicros === 0) return null;
    return IdempotencyRefusal.gone(
      runId,
      status === 'ABORTED'
        ? 'The process that ran it did not come back, and nobody knows how far it came.'
        : `It ended as ${status}, and its answer was lost before it could be kept.`,
    );
  }
}

const notKept = (why: string) => `The answer was not kept for its idempotency key: ${why}. It cannot be given again.`;

/** A run that has begun has its money set aside by then, or is in the log. */
const BEGINNING_SECONDS = 60;
const MOST_RETRY_SECONDS = 30;

function assertUsable({ principal }: Context, key: string): void {
  assertIdempotencyKey(key);
  if (!isAnonymous(principal)) return;
  throw unauthenticated(
    'An idempotency key needs a credential, or nobody could tell whose it is. Leave it out, or send one.',
  );
}

/** The order of members makes no other request: each door puts them together in its own. */
function canonicalJson(request: unknown): string {
  return JSON.stringify(request, (_key, value: unknown) => {
    if (value instanceof Uint8Array) return { byteSize: value.byteLength, sha256: hash('sha256', value) };
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** At once: a statement that deletes more would hold up those that write. */
const BATCH = 1_000;

/** Forgets answers whose day is over. Gives how many there were. */
export async function deleteExpiredAnswers({ em, signal }: Context): Promise<number> {
  let forgotten = 0;
  for (;;) {
    const deleted = await deleteExpired(em, BATCH);
    forgotten += deleted;
    if (deleted < BATCH || signal.aborted) return forgotten;
  }
}
