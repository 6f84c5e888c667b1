import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '../../platform/clock.ts';
import type { Context } from '../../platform/context.ts';
import { type Database, sql } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { outsideRequests } from '../../platform/request-scope.ts';
import { SealKey } from './seal-key.entity.ts';
import type { Signer } from './signer.ts';

/** Processes that still run with the earlier key have so long to be started anew. */
const OVERLAP_MS = 60 * 60_000;
/** How soon a process hears that its key is not to be used any more. */
const REREAD_MS = 2_000;

/** Which keys seals were signed with, and when: what a verifier has to know besides the seal. */
export class SealKeys {
  readonly #database: Database;
  readonly #signer: Signer;
  readonly #clock: Clock;
  #registering: Promise<void> | undefined;
  #known: { row: SealKey; readAt: number } | undefined;

  constructor(database: Database, signer: Signer, clock: Clock) {
    this.#database = database;
    this.#signer = signer;
    this.#clock = clock;
  }

  /** Every key there ever was, the oldest first. */
  async all(em: EntityManager): Promise<SealKey[]> {
    await this.register();
    return em.find(SealKey, {}, { orderBy: { validFrom: 'asc' } });
  }

  /** Notes down the key that is in use. When it is a new one, the one before it has had its time. */
  register(): Promise<void> {
    this.#registering ??= outsideRequests(() => this.#register()).catch((cause) => {
      this.#registering = undefined;
      throw cause;
    });
    return this.#registering;
  }

  /**
   * To be asked before a seal is signed.
   * @throws Refusal SERVICE_UNAVAILABLE when the key was revoked, or when another one has taken its place for so long that
   *   nobody would take its seals.
   */
  async assertInUse(): Promise<void> {
    await this.register();
    const { revokedAt, validUntil } = await this.#current();
    const now = this.#clock.now();
    if (revokedAt) throw unusable('was revoked');
    if (validUntil && validUntil < now) throw unusable('has been replaced by another one');
  }

  /** The row of the key that is in use, at most two seconds old. */
  async #current(): Promise<SealKey> {
    const now = this.#clock.now().getTime();
    if (!this.#known || now - this.#known.readAt > REREAD_MS) {
      const row = await this.#database.orm.em.fork().findOneOrFail(SealKey, this.#signer.keyId);
      this.#known = { row, readAt: now };
    }
    return this.#known.row;
  }

  #register(): Promise<void> {
    const { keyId, publicKey } = this.#signer;
    return this.#database.orm.em.fork().transactional(async (em) => {
      await sql(em, `select pg_advisory_xact_lock(hashtext('seal keys'))`);
      const known = await em.findOne(SealKey, keyId);
      if (known && (known.revokedAt || known.validUntil === null)) return;
      const now = this.#clock.now();
      const end = new Date(now.getTime() + OVERLAP_MS);
      await em.nativeUpdate(SealKey, { validUntil: null }, { validUntil: end });
      // One that comes back into use, as when a deployment is undone, has no end again.
      if (known) known.validUntil = null;
      else {
        const fields = { validUntil: null, revokedAt: null, reason: null };
        em.persist(em.create(SealKey, { keyId, publicKey: Buffer.from(publicKey), validFrom: now, ...fields }));
      }
    });
  }
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
  const key = await em.findOne(SealKey, keyId);
  if (!key) throw new Error(`No seal was ever signed with the key ${keyId}.`);
  key.revokedAt = since;
  key.reason = reason;
  await em.flush();
}
