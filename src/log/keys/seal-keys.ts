import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '../../platform/clock.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { databaseTime } from '../../platform/database/database-time.sql.ts';
import { Refusal } from '../../platform/errors/errors.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import { outsideRequests } from '../../platform/request-scope.ts';
import { SealKey } from './seal-key.entity.ts';
import { takeTurnAtKeys } from './seal-key.sql.ts';
import type { Signer } from './signer.ts';
import { assertBegun } from './validity.ts';

/** Time to restart processes that still use a seal key when it is retired. */
const OVERLAP_MS = 60 * 60_000;
/** Maximum time until a process notices that its seal key was retired or revoked. */
const REREAD_MS = 2_000;

/** Seal keys and their periods of use. Verifiers need both to verify a seal. */
export class SealKeys {
  readonly #database: Database;
  readonly #signer: Signer;
  readonly #clock: Clock;
  readonly #logger: Logger;
  #registering: Promise<void> | undefined;
  #known: { row: SealKey; readAt: number } | undefined;
  #reported: string | null = null;

  constructor(database: Database, signer: Signer, clock: Clock, logger: Logger) {
    this.#database = database;
    this.#signer = signer;
    this.#clock = clock;
    this.#logger = logger;
  }

  /** All seal keys, oldest first. */
  async all(em: EntityManager): Promise<SealKey[]> {
    await this.register();
    return em.find(SealKey, {}, { orderBy: { validFrom: 'asc' } });
  }

  /**
   * Registers the seal key of this process, and logs a problem with the seal keys, e.g. that other keys are in use.
   * Registering never retires a key, because a process with the wrong key must not disable the right one.
   */
  register(): Promise<void> {
    this.#registering ??= outsideRequests(() => this.#register()).catch((cause) => {
      this.#registering = undefined;
      throw cause;
    });
    return this.#registering;
  }

  /**
   * Ids of this process's seal key and of those in use, if this process's key isn't registered. Null if it is, or if no key is in
   * use.
   * @param options.admitsFirst registers the key if none is in use. If processes start concurrently with different keys, the
   * first one wins.
   */
  findUnknownKey({ admitsFirst }: { admitsFirst: boolean }): Promise<{ own: string; inUse: readonly string[] } | null> {
    const own = this.#signer.keyId;
    return this.#database.transactional(async (em) => {
      await takeTurnAtKeys(em);
      if (await em.findOne(SealKey, own)) return null;
      const inUse = await em.find(SealKey, { validUntil: null, revokedAt: null }, { orderBy: { validFrom: 'asc' } });
      if (inUse.length > 0) return { own, inUse: inUse.map(({ keyId }) => keyId) };
      if (admitsFirst) await storeKey(em, this.#signer);
      return null;
    });
  }

  /**
   * Checks that this process's seal key can be used. Called before a seal is signed.
   * @throws Refusal SERVICE_UNAVAILABLE if the key was revoked, its retirement is complete, or it isn't trusted yet
   */
  async assertInUse(now: Date = this.#clock.now()): Promise<void> {
    await this.register();
    const { validFrom, revokedAt, validUntil } = await this.#current();
    if (revokedAt) throw unusable('was revoked');
    if (validUntil && validUntil < now) throw unusable('was retired');
    assertBegun('The key that signs seals', validFrom, now);
  }

  /** Health check. @throws if the seal key can't be used or was retired, or if other keys are in use */
  async probe(): Promise<void> {
    const problem = await this.#findProblem();
    if (problem) throw new Error(problem);
    await this.assertInUse();
  }

  /** Logs a problem with the seal keys once. Changes nothing. */
  async warn(): Promise<void> {
    const problem = await this.#findProblem();
    if (problem !== null && problem !== this.#reported) this.#logger.warn(problem);
    this.#reported = problem;
  }

  /** Problem with the seal keys that an operator must solve. Null if there isn't any. */
  async #findProblem(): Promise<string | null> {
    const keys = await this.#database.orm.em
      .fork()
      .find(SealKey, { revokedAt: null }, { orderBy: { validFrom: 'asc' } });
    const own = keys.find(({ keyId }) => keyId === this.#signer.keyId);
    if (own?.validUntil) {
      return `This process’s seal key, ${own.keyId}, was retired and expires at ${own.validUntil.toISOString()}. Start it with the key in use, or run: imprimatur reinstate-seal-key ${own.keyId}`;
    }
    const others = keys.filter(({ keyId, validUntil }) => keyId !== this.#signer.keyId && validUntil === null);
    if (others.length === 0) return null;
    const named = others.map(({ keyId }) => keyId).join(', ');
    return `This process signs seals with the key ${this.#signer.keyId}, but other keys are also in use: ${named}. Start every process with the same key, and retire old ones: imprimatur retire-seal-key ${others[0]!.keyId}`;
  }

  /** Row of this process's seal key, at most two seconds old. */
  async #current(): Promise<SealKey> {
    const now = performance.now();
    if (!this.#known || now - this.#known.readAt > REREAD_MS) {
      const row = await this.#database.orm.em.fork().findOneOrFail(SealKey, this.#signer.keyId);
      this.#known = { row, readAt: now };
    }
    return this.#known.row;
  }

  async #register(): Promise<void> {
    await this.#database.transactional((em) => admit(em, this.#signer));
    await this.warn();
  }
}

async function admit(em: EntityManager, signer: Signer): Promise<void> {
  await takeTurnAtKeys(em);
  if (!(await em.findOne(SealKey, signer.keyId))) await storeKey(em, signer);
}

async function storeKey(em: EntityManager, { keyId, publicKey }: Signer): Promise<void> {
  const fields = { validFrom: await databaseTime(em), validUntil: null, revokedAt: null, reason: null };
  em.persist(em.create(SealKey, { keyId, publicKey: Buffer.from(publicKey), ...fields }));
}

/** Registers a seal key for this service before it signs its first seal. */
export function admitSealKey(ctx: Context, signer: Signer): Promise<void> {
  return ctx.transactional(({ em }) => admit(em, signer));
}

function unusable(why: string): Refusal {
  return new Refusal('SERVICE_UNAVAILABLE', `The key that signs seals ${why}. Contact the operator.`, {
    retryAfterSeconds: 60,
  });
}

/**
 * Revokes a compromised seal key. Its seals stay valid only if they are proven to be older than `since`.
 * @throws if the key doesn't exist
 */
export async function revokeSealKey(
  { em }: Context,
  keyId: string,
  { since, reason }: { since: Date; reason: string },
): Promise<void> {
  const key = await knownKey(em, keyId);
  key.revokedAt = since;
  key.reason = reason;
  await em.flush();
}

/**
 * Retires a seal key: seals signed with it more than an hour from now are invalid. Returns the time from which on they are. If
 * the key is retired already, that time stays.
 * @throws if the key doesn't exist, or is the only one in use
 */
export function retireSealKey(ctx: Context, keyId: string): Promise<Date> {
  return ctx.transactional(async ({ em }) => {
    await takeTurnAtKeys(em);
    const key = await knownKey(em, keyId);
    if (key.validUntil) return key.validUntil;
    const others = await em.count(SealKey, { keyId: { $ne: keyId }, validUntil: null, revokedAt: null });
    if (others === 0)
      throw new Error(
        `The key ${keyId} is the only seal key in use, so it can’t be retired. Replace it first: imprimatur rotate-seal-key`,
      );
    key.validUntil = new Date((await databaseTime(em)).getTime() + OVERLAP_MS);
    await em.flush();
    return key.validUntil;
  });
}

/**
 * Reinstates a retired seal key, for example after a deployment was rolled back.
 * @throws if the key doesn't exist or was revoked
 */
export function reinstateSealKey(ctx: Context, keyId: string): Promise<void> {
  return ctx.transactional(async ({ em }) => {
    await takeTurnAtKeys(em);
    const key = await knownKey(em, keyId);
    if (key.revokedAt) throw new Error(`The key ${keyId} was revoked and can’t be reinstated.`);
    key.validUntil = null;
    await em.flush();
  });
}

async function knownKey(em: EntityManager, keyId: string): Promise<SealKey> {
  const key = await em.findOne(SealKey, keyId);
  if (!key) throw new Error(`This service has no seal key ${keyId}. Check the key id.`);
  return key;
}
