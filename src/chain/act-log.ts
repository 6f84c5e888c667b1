import type { EntityManager } from '@mikro-orm/postgresql';
import { SealKey, type Signer } from '../log/index.ts';
import { databaseTime } from '../platform/database/database-time.sql.ts';
import { signedActBytes, withSignature } from '../proof/act-signature.ts';
import { type ActFlaw, ChainActs } from '../proof/chain-acts.ts';
import { documentDigest } from '../proof/document-digest.ts';
import type { JsonObject } from '../proof/json.ts';
import { p256KeyOf, sealKeyIdHex, type VerifyingKey } from '../proof/public-key.ts';
import { addBodies, loggedStatement } from './anchor-in-log.ts';
import { findHead, readActsAfter } from './chain.sql.ts';
import { readFirstAnchors } from './chain-anchor.sql.ts';
import type { RememberedSigning } from './remembered-signing.ts';

/** Number of acts per statement. */
const AT_ONCE = 1_000;

interface ActLogOptions {
  signer: Signer;
  remembered: RememberedSigning;
}

/** A stored act that explains nothing. */
export interface FlawedAct {
  id: string;
  flaw: ActFlaw;
}

/** The acts on records, signed by this service and stored in the chain. */
export class ActLog {
  readonly #options: ActLogOptions;

  constructor(options: ActLogOptions) {
    this.#options = options;
  }

  /** Remembers on this machine that all later acts are signed. */
  async begin(em: EntityManager): Promise<void> {
    const head = await findHead(em);
    await this.#options.remembered.begin(head?.seq ?? 0, await databaseTime(em));
  }

  /** Signs an act with the seal key, so that access to the database isn’t enough to add one. */
  async signed(act: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
    const { signer } = this.#options;
    // As it is read from the database, where members that are undefined don’t exist.
    const named: JsonObject = JSON.parse(JSON.stringify({ ...act, keyId: signer.keyId }));
    return withSignature(named, await signer.sign(signedActBytes(named)));
  }

  /** Reads the acts that the chain contains unchanged, or that wait for it. Also returns those that explain nothing. */
  async read(em: EntityManager): Promise<{ acts: ChainActs; flawed: FlawedAct[] }> {
    const { remembered } = this.#options;
    const acts = new ChainActs({
      keyOf: await this.#keys(em),
      mayBeUnsigned: remembered.rule(await databaseTime(em)),
    });
    const flawed: FlawedAct[] = [];
    for (let after = ''; ; ) {
      const stored = await readActsAfter(em, after, AT_ONCE);
      for (const { id, record, entry } of stored) {
        // A changed act is found as a changed record.
        if (entry && documentDigest(record) !== entry.digest) continue;
        const flaw = acts.add(record, entry);
        if (flaw) flawed.push({ id, flaw });
      }
      if (stored.length < AT_ONCE) return { acts, flawed };
      after = stored.at(-1)!.id;
    }
  }

  /**
   * Finds seal keys. Only this process’s own key is known outside the database, so another one counts only if it signed an anchor
   * that is in the transparency log, which the service signs too.
   */
  async #keys(em: EntityManager): Promise<(keyId: string, at: Date) => VerifyingKey | null> {
    const { signer } = this.#options;
    const own = p256KeyOf(signer.publicKey);
    const anchors = await readFirstAnchors(em);
    await addBodies(em, anchors);
    const proven = new Set(anchors.filter((one) => loggedStatement(one)).map(({ keyId }) => keyId));
    const others = new Map((await em.find(SealKey, {})).map((key) => [key.keyId, key]));
    return (keyId, at) => {
      if (keyId === signer.keyId) return own;
      const key = others.get(keyId);
      if (!key || !proven.has(keyId) || sealKeyIdHex(key.publicKey) !== keyId) return null;
      const isValid = !(key.validUntil && at > key.validUntil) && !(key.revokedAt && at >= key.revokedAt);
      return isValid ? p256KeyOf(key.publicKey) : null;
    };
  }
}
