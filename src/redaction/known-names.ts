import type { Database } from '../platform/database/database.ts';
import { ReadCache } from '../platform/database/read-cache.ts';
import type { EnvelopeEncryption } from '../platform/encryption/envelope-encryption.ts';
import { findNames } from './redaction-names.sql.ts';
import { NameList } from './text/name-list.ts';

/** Maximum age of cached names in milliseconds. The age matters only if the event about a change arrives late or not at all. */
const MAX_AGE_MS = 1_000;
const MOST_CUSTOMERS = 1_000;
const NONE = new NameList([]);

/** Names of customers, ready for matching, at most one second old. */
export class KnownNames {
  readonly #known: ReadCache<NameList>;

  constructor(database: Database, encryption: EnvelopeEncryption) {
    this.#known = new ReadCache({
      async read(customerId) {
        const sealed = await findNames(database, customerId);
        return sealed ? new NameList(decryptNames(encryption, sealed, customerId)) : NONE;
      },
      maxAgeMs: MAX_AGE_MS,
      most: MOST_CUSTOMERS,
    });
  }

  async of(customerId: string): Promise<NameList> {
    return (await this.#known.get(customerId)) ?? NONE;
  }

  forgetAll(): void {
    this.#known.forgetAll();
  }
}

export const encryptNames = (encryption: EnvelopeEncryption, names: readonly string[], customerId: string) =>
  encryption.encrypt(Buffer.from(JSON.stringify(names), 'utf8'), customerId);

/** @throws if the names were encrypted with another master key, or for another customer */
export function decryptNames(encryption: EnvelopeEncryption, sealed: Uint8Array, customerId: string): string[] {
  return JSON.parse(encryption.decrypt(sealed, customerId).toString('utf8')) as string[];
}
