import type { EntityManager } from '@mikro-orm/postgresql';
import { type KeySource, LocalSigner } from '../../log/index.ts';
import { lockName } from '../../platform/database/advisory-lock.sql.ts';
import type { Database } from '../../platform/database/database.ts';
import { databaseTime } from '../../platform/database/database-time.sql.ts';
import { preAuthenticationEncoding } from '../../proof/dsse.ts';
import { canonicalBytes } from '../../proof/json.ts';
import { p256KeyOf, sealKeyIdHex, type VerifyingKey } from '../../proof/public-key.ts';
import { DecisionKey, KeyEndorsement } from './decision-key.entity.ts';

export const DECISION_KEY = {
  file: 'decision-private-key.pem',
  variable: 'DECISION_PRIVATE_KEY',
} as const satisfies KeySource;

/** Name of the lock that makes processes register and retire keys one after the other. */
const LOCK = 'decision keys';

/** Media type of an endorsement: the statement of one decision key that another one is a decision key of this service too. */
const ENDORSEMENT_TYPE = 'application/vnd.imprimatur.decision-key-endorsement.v1+json';

/** A new signature over a request for approval or a decision. */
export interface DecisionSignature {
  /** ECDSA P-256 over SHA-256, in DER. */
  readonly signature: Buffer;
  /** SHA-256 of the public key’s SPKI, hex. */
  readonly keyId: string;
}

/** A stored signature. Null in rows that were written before requests and decisions were signed. */
export interface StoredSignature {
  readonly signature: Uint8Array | null;
  readonly keyId: string | null;
}

/**
 * Keys that sign requests for approval and decisions. A process trusts its own key, and the keys that its own key has endorsed:
 * the table of keys alone makes no key trusted, because someone with access to the database could add one.
 */
export class DecisionKeys {
  readonly #database: Database;
  readonly #signer: LocalSigner;
  readonly #trusted = new Map<string, VerifyingKey>();

  constructor(database: Database, signer: LocalSigner) {
    this.#database = database;
    this.#signer = signer;
    this.#trusted.set(signer.keyId, p256KeyOf(signer.publicKey));
  }

  get keyId(): string {
    return this.#signer.keyId;
  }

  sign(type: string, document: unknown): DecisionSignature {
    return { signature: this.#signer.signNow(signedBytes(type, document)), keyId: this.#signer.keyId };
  }

  /** True if a trusted key signed exactly this document. False without a signature. */
  async verifies(
    em: EntityManager,
    type: string,
    document: unknown,
    { signature, keyId }: StoredSignature,
  ): Promise<boolean> {
    if (signature === null || keyId === null) return false;
    const key = await this.#key(em, keyId);
    return key?.verifies(signedBytes(type, document), signature) ?? false;
  }

  /**
   * Ids of this process’s decision key and of those in use, if this process’s key isn’t registered. Null if it is.
   * @param options.admitsFirst called in the transaction that registers the first key. Null: no key is registered
   */
  findUnknownKey({
    admitsFirst,
  }: {
    admitsFirst: ((em: EntityManager) => Promise<void>) | null;
  }): Promise<{ own: string; inUse: readonly string[] } | null> {
    return this.#database.transactional(async (em) => {
      await lockName(em, LOCK);
      const own = await em.findOne(DecisionKey, this.keyId);
      if (own?.retiredAt === null) return null;
      const keys = await em.find(DecisionKey, {}, { orderBy: { createdAt: 'asc' } });
      const inUse = keys.filter(({ retiredAt }) => retiredAt === null);
      if (keys.length > 0) return { own: this.keyId, inUse: inUse.map(({ keyId }) => keyId) };
      if (!admitsFirst) return null;
      await storeKey(em, this.#signer);
      await em.flush();
      await admitsFirst(em);
      return null;
    });
  }

  /** Finds a trusted key. Null if this process’s key hasn’t endorsed it. */
  async #key(em: EntityManager, keyId: string): Promise<VerifyingKey | null> {
    const known = this.#trusted.get(keyId);
    if (known) return known;
    const stored = await em.findOne(DecisionKey, keyId);
    const endorsement = await em.findOne(KeyEndorsement, { keyId, endorsedBy: this.keyId });
    if (!stored || !endorsement || sealKeyIdHex(stored.publicKey) !== keyId) return null;
    const own = this.#trusted.get(this.keyId)!;
    if (!own.verifies(signedBytes(ENDORSEMENT_TYPE, { keyId }), endorsement.signature)) return null;
    const key = p256KeyOf(stored.publicKey);
    this.#trusted.set(keyId, key);
    return key;
  }
}

/**
 * Registers a decision key, and lets it endorse other keys and those that they have endorsed, so that what all of them signed
 * stays valid.
 * @param endorsed ids of registered keys
 * @throws if one of them isn’t registered, or no key is: the first one is registered at a start, together with the baseline
 */
export async function admitDecisionKey(
  em: EntityManager,
  signer: LocalSigner,
  endorsed: readonly string[],
): Promise<void> {
  await lockName(em, LOCK);
  if ((await em.count(DecisionKey)) === 0) {
    throw new Error('No decision key is registered yet. Start the service once; it registers its key.');
  }
  const own = await em.findOne(DecisionKey, signer.keyId);
  if (own) own.retiredAt = null;
  else await storeKey(em, signer);
  const all = new Set(endorsed);
  for (const keyId of all) {
    if (keyId === signer.keyId) throw new Error(`${keyId} is the key in use. Name the keys that it replaces.`);
    const key = await em.findOne(DecisionKey, keyId);
    if (!key) throw new Error(`No decision key ${keyId} is registered. Check the id.`);
    // Keys that the earlier key has endorsed stay valid, too.
    for (const earlier of await endorsedKeyIds(em, key)) if (earlier !== signer.keyId) all.add(earlier);
    const signature = signer.signNow(signedBytes(ENDORSEMENT_TYPE, { keyId }));
    await em.upsert(KeyEndorsement, { keyId, endorsedBy: signer.keyId, signature });
  }
  await em.flush();
}

/** Ids of the keys that this key has endorsed with a valid signature. */
async function endorsedKeyIds(em: EntityManager, { keyId: endorsedBy, publicKey }: DecisionKey): Promise<string[]> {
  if (sealKeyIdHex(publicKey) !== endorsedBy) return [];
  const own = p256KeyOf(publicKey);
  const rows = await em.find(KeyEndorsement, { endorsedBy }, { orderBy: { keyId: 'asc' } });
  return rows
    .filter(({ keyId, signature }) => own.verifies(signedBytes(ENDORSEMENT_TYPE, { keyId }), signature))
    .map(({ keyId }) => keyId);
}

/** Retires decision keys: a process that starts with one is refused. Their signatures stay valid where the keys are endorsed. */
export async function retireDecisionKeys(em: EntityManager, keyIds: readonly string[]): Promise<void> {
  await lockName(em, LOCK);
  const now = await databaseTime(em);
  for (const key of await em.find(DecisionKey, { keyId: { $in: [...keyIds] } })) key.retiredAt ??= now;
  await em.flush();
}

async function storeKey(em: EntityManager, { keyId, publicKey }: LocalSigner): Promise<void> {
  const createdAt = await databaseTime(em);
  em.persist(em.create(DecisionKey, { keyId, publicKey: Buffer.from(publicKey), createdAt, retiredAt: null }));
}

function signedBytes(type: string, document: unknown): Uint8Array {
  return preAuthenticationEncoding(type, canonicalBytes(document));
}
