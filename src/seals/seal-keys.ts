import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '../platform/clock.ts';
import { type Database, sql } from '../platform/database/database.ts';
import { SealKey } from './seal-key.entity.ts';
import type { Signer } from './signer.ts';

/** Processes that still run with the earlier key have so long to be started anew. */
const OVERLAP_MS = 60 * 60_000;

/** Which keys seals were signed with, and when: what a verifier has to know besides the seal. */
export class SealKeys {
  readonly #database: Database;
  readonly #signer: Signer;
  readonly #clock: Clock;
  #registering: Promise<void> | undefined;

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
    this.#registering ??= this.#register().catch((cause) => {
      this.#registering = undefined;
      throw cause;
    });
    return this.#registering;
  }

  #register(): Promise<void> {
    const { keyId, publicKey } = this.#signer;
    return this.#database.orm.em.fork().transactional(async (em) => {
      await sql(em, `select pg_advisory_xact_lock(hashtext('seal keys'))`);
      if (await em.findOne(SealKey, keyId)) return;
      const now = this.#clock.now();
      await em.nativeUpdate(SealKey, { validUntil: null }, { validUntil: new Date(now.getTime() + OVERLAP_MS) });
      const fields = { validUntil: null, revokedAt: null, reason: null };
      em.persist(em.create(SealKey, { keyId, publicKey: Buffer.from(publicKey), validFrom: now, ...fields }));
    });
  }
}

/**
 * Says of a key that from a moment on somebody else may have signed with it. Seals whose time is proven to be earlier hold,
 * all others do not.
 * @throws when there is no such key.
 */
export async function revokeSealKey(
  em: EntityManager,
  keyId: string,
  { since, reason }: { since: Date; reason: string },
): Promise<void> {
  const key = await em.findOne(SealKey, keyId);
  if (!key) throw new Error(`No seal was ever signed with the key ${keyId}.`);
  key.revokedAt = since;
  key.reason = reason;
  await em.flush();
}
