import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '../platform/clock.ts';
import { type Database, sql } from '../platform/database/database.ts';
import { SealKey } from './seal-key.entity.ts';
import type { Signer } from './signer.ts';

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
      await em.nativeUpdate(SealKey, { validUntil: null }, { validUntil: now });
      const fields = { validUntil: null, revokedAt: null, reason: null };
      em.persist(em.create(SealKey, { keyId, publicKey: Buffer.from(publicKey), validFrom: now, ...fields }));
    });
  }

  /** Whether the key is known. A signature of one that was revoked later proves itself by its time stamp. */
  find(em: EntityManager, keyId: string): Promise<SealKey | null> {
    return em.findOne(SealKey, keyId);
  }
}
