import { tokenBytes } from '../platform/auth/token-bytes.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { EnvelopeEncryption } from '../platform/encryption/envelope-encryption.ts';
import { markUsed } from './single-use.ts';

/** State of one step of a sign-in, returned by the browser in the next step. */
export interface EncryptedState<Content> {
  content: Content;
  /**
   * Marks the value as used.
   * @returns false if the value was already used
   */
  markUsed(): Promise<boolean>;
}

/**
 * Encrypts state that a browser keeps for one purpose and a few minutes. Nothing is stored until it is used, so anonymous callers
 * can’t fill the database.
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

  /** Null if the value wasn’t issued for this purpose or has expired. */
  take(given: string | null | undefined): EncryptedState<Content> | null {
    const carried = given ? this.#opened(given) : null;
    if (!carried || carried.until < this.#clock.now().getTime()) return null;
    const { content, until } = carried;
    // Stored a little longer than the value is valid, because the clocks of processes differ.
    const keptUntil = new Date(until + 60_000);
    return { content, markUsed: () => markUsed(this.#database, `${this.#purpose} ${given}`, keptUntil) };
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
