import type { EntityManager } from '@mikro-orm/postgresql';
import { tokenBytes } from '../platform/auth/token-bytes.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { EnvelopeEncryption } from '../platform/encryption/envelope-encryption.ts';
import { markUsed } from './single-use.ts';

/** Decrypted state of one step, e.g. of a sign-in. The browser sends it back in the next step. */
export interface EncryptedState<Content> {
  content: Content;
  /**
   * Marks the state as used, so that it can’t be used again.
   * @param inTransaction marks it in this transaction: if it is rolled back, the state can be used again
   * @returns false if it was already used
   */
  markUsed(inTransaction?: EntityManager): Promise<boolean>;
}

/**
 * Encrypts the state of a sign-in for one purpose. The browser keeps it for a few minutes. The service stores nothing until the
 * state is used, so anonymous callers can’t fill the database.
 */
export class EncryptedStates<Content> {
  readonly #envelopes: EnvelopeEncryption;
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #purpose: string;
  readonly #lifetimeMs: number;

  constructor(
    { envelopes, database, clock }: { envelopes: EnvelopeEncryption; database: Database; clock: Clock },
    purpose: string,
    lifetimeMs: number,
  ) {
    this.#envelopes = envelopes;
    this.#database = database;
    this.#clock = clock;
    this.#purpose = `operators ${purpose}`;
    this.#lifetimeMs = lifetimeMs;
  }

  get lifetimeMs(): number {
    return this.#lifetimeMs;
  }

  issue(content: Content): string {
    const plain = JSON.stringify({ content, until: this.#clock.now().getTime() + this.#lifetimeMs });
    return this.#envelopes.encrypt(Buffer.from(plain), this.#purpose).toString('base64url');
  }

  /** Decrypts a state that the browser returned. Null if it is missing or expired, or wasn’t issued for this purpose. */
  take(given: string | null | undefined): EncryptedState<Content> | null {
    const carried = given ? this.#opened(given) : null;
    if (!carried || carried.until < this.#clock.now().getTime()) return null;
    const { content, until } = carried;
    // The record of the use is kept a minute longer than the state is valid, because the clocks of processes differ.
    const keptUntil = new Date(until + 60_000);
    const what = `${this.#purpose} ${given}`;
    return { content, markUsed: (em) => markUsed(this.#database, what, keptUntil, em) };
  }

  #opened(given: string): { content: Content; until: number } | null {
    const bytes = tokenBytes(given);
    if (bytes === null) return null;
    try {
      return JSON.parse(this.#envelopes.decrypt(bytes, this.#purpose).toString());
    } catch {
      return null;
    }
  }
}
