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

/** Processes that still run with a key when it is retired have so long to be started anew. */
const OVERLAP_MS = 60 * 60_000;
/** How soon a process hears that its key is not to be used any more. */
const REREAD_MS = 2_000;

/** Which keys seals were signed with, and when: what a verifier has to know besides the seal. */
export class SealKeys {
  readonly #database: Database;
  readonly #signer: Signer;
  readonly #clock: Clock;
  readonly #logger: Logger;
  #registering: Promise<void> | undefined;
  #known: { row: SealKey; readAt: number } | undefined;
  #told: string | null = null;

  constructor(database: Database, signer: Signer, clock: Clock, logger: Logger) {
    this.#database = database;
    this.#signer = signer;
    this.#clock = clock;
    this.#logger = logger;
  }

  /** Every key there ever was, the oldest first. */
  async all(em: EntityManager): Promise<SealKey[]> {
    await this.register();
    return em.find(SealKey, {}, { orderBy: { validFrom: 'asc' } });
  }

  /**
   * Notes down the key of this process, and warns where it is not the only one in use. None is retired by that: a process that
   * was started with the wrong key must not put an end to the right one.
   */
  register(): Promise<void> {
    this.#registering ??= outsideRequests(() => this.#register()).catch((cause) => {
      this.#registering = undefined;
      throw cause;
    });
    return this.#registering;
  }

  /**
   * The key of this process, and those in use, when nobody has admitted it beside them; null when all is well.
   * @param options.admitsFirst whether it is noted down where there is none in use. Of processes that start together with
   *   different keys, that is the one of the first.
   */
  strange({ admitsFirst }: { admitsFirst: boolean }): Promise<{ own: string; inUse: readonly string[] } | null> {
    const own = this.#signer.keyId;
    return this.#database.transactional(async (em) => {
      await takeTurnAtKeys(em);
      if (await em.findOne(SealKey, own)) return null;
      const inUse = await em.find(SealKey, { validUntil: null, revokedAt: null }, { orderBy: { validFrom: 'asc' } });
      if (inUse.length > 0) return { own, inUse: inUse.map(({ keyId }) => keyId) };
      if (admitsFirst) await noteDown(em, this.#signer);
      return null;
    });
  }

  /**
   * To be asked before a seal is signed.
   * @throws Refusal SERVICE_UNAVAILABLE when the key was revoked, when it was retired for so long that nobody would take its
   *   seals, or when it is not trusted yet.
   */
  async assertInUse(now: Date = this.#clock.now()): Promise<void> {
    await this.register();
    const { validFrom, revokedAt, validUntil } = await this.#current();
    if (revokedAt) throw unusable('was revoked');
    if (validUntil && validUntil < now) throw unusable('has been retired');
    assertBegun('The key that seals are signed with', validFrom, now);
  }

  /** @throws when nothing can be sealed with the key, when it is about to end, or when others are in use beside it. */
  async probe(): Promise<void> {
    const trouble = await this.#trouble();
    if (trouble) throw new Error(trouble);
    await this.assertInUse();
  }

  /** Says in the log what an operator has to know of the keys, once. Nothing is noted down by it. */
  async warn(): Promise<void> {
    const trouble = await this.#trouble();
    if (trouble !== null && trouble !== this.#told) this.#logger.warn(trouble);
    this.#told = trouble;
  }

  /** What an operator has to know of the keys; null when all is well. */
  async #trouble(): Promise<string | null> {
    const keys = await this.#database.orm.em
      .fork()
      .find(SealKey, { revokedAt: null }, { orderBy: { validFrom: 'asc' } });
    const own = keys.find(({ keyId }) => keyId === this.#signer.keyId);
    if (own?.validUntil) {
      return `The seal key of this process, ${own.keyId}, was retired and ends at ${own.validUntil.toISOString()}. Start it with the one in use, or: imprimatur reinstate-seal-key ${own.keyId}`;
    }
    const others = keys.filter(({ keyId, validUntil }) => keyId !== this.#signer.keyId && validUntil === null);
    if (others.length === 0) return null;
    const named = others.map(({ keyId }) => keyId).join(', ');
    return `This process signs seals with the key ${this.#signer.keyId}, and others are in use as well: ${named}. Give every process the same. Of a key that has had its time, say so: imprimatur retire-seal-key ${others[0]!.keyId}`;
  }

  /** The row of the key that is in use, at most two seconds old. */
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
  if (!(await em.findOne(SealKey, signer.keyId))) await noteDown(em, signer);
}

async function noteDown(em: EntityManager, { keyId, publicKey }: Signer): Promise<void> {
  const fields = { validFrom: await databaseTime(em), validUntil: null, revokedAt: null, reason: null };
  em.persist(em.create(SealKey, { keyId, publicKey: Buffer.from(publicKey), ...fields }));
}

/** Says of a key that it is one of this service from now on, before the first seal is signed with it. */
export function admitSealKey(ctx: Context, signer: Signer): Promise<void> {
  return ctx.transactional(({ em }) => admit(em, signer));
}

function unusable(why: string): Refusal {
  return new Refusal('SERVICE_UNAVAILABLE', `The key that seals are signed with ${why}. Tell the operator.`, {
    retryAfterSeconds: 60,
  });
}

/**
 * Says of a key that from a moment on somebody else may have signed with it. Seals whose time is proven to be earlier hold,
 * all others do not.
 * @throws when there is no such key.
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
 * Says of a key that it has had its time: seals that are signed with it an hour from now are not valid. Gives when that is.
 * @throws when there is no such key, or no other one that could go on.
 */
export function retireSealKey(ctx: Context, keyId: string): Promise<Date> {
  return ctx.transactional(async ({ em }) => {
    await takeTurnAtKeys(em);
    const key = await knownKey(em, keyId);
    if (key.validUntil) return key.validUntil;
    const others = await em.count(SealKey, { keyId: { $ne: keyId }, validUntil: null, revokedAt: null });
    if (others === 0) throw new Error('It is the only seal key in use. Start the service with another one first.');
    key.validUntil = new Date((await databaseTime(em)).getTime() + OVERLAP_MS);
    await em.flush();
    return key.validUntil;
  });
}

/**
 * Takes it back that a key was retired, as when a deployment is undone.
 * @throws when there is no such key, or it was revoked.
 */
export function reinstateSealKey(ctx: Context, keyId: string): Promise<void> {
  return ctx.transactional(async ({ em }) => {
    await takeTurnAtKeys(em);
    const key = await knownKey(em, keyId);
    if (key.revokedAt) throw new Error(`The key ${keyId} was revoked: it stays so.`);
    key.validUntil = null;
    await em.flush();
  });
}

async function knownKey(em: EntityManager, keyId: string): Promise<SealKey> {
  const key = await em.findOne(SealKey, keyId);
  if (!key) throw new Error(`No seal was ever signed with the key ${keyId}.`);
  return key;
}
