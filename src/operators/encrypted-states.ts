import { tokenBytes } from '../platform/auth/token-bytes.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { EnvelopeEncryption } from '../platform/encryption/envelope-encryption.ts';
import { spend } from './single-use.ts';

/** What somebody carries from one step of a sign-in to the next. */
export interface EncryptedState<Content> {
  content: Content;
  /** Uses it up. @returns false when it has been used already */
  spend(): Promise<boolean>;
}

/**
 * What is given to a browser and comes back, encrypted, for one purpose and a few minutes: nothing is kept here of those who
 * have only asked. A stranger can ask as often as he likes and leaves no row.
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

  give(content: Content): string {
    const plain = JSON.stringify({ content, until: this.#clock.now().getTime() + this.#lifetimeMs });
    return this.#envelopes.encrypt(Buffer.from(plain), this.#purpose).toString('base64url');
  }

  /** Null for what was not given out here for this, and for what is too old. */
  take(given: string | null | undefined): EncryptedState<Content> | null {
    const carried = given ? this.#opened(given) : null;
    if (!carried || carried.until < this.#clock.now().getTime()) return null;
    const { content, until } = carried;
    // A little longer than it is good for: the clocks of several processes differ.
    const keptUntil = new Date(until + 60_000);
    return { content, spend: () => spend(this.#database, `${this.#purpose} ${given}`, keptUntil) };
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
