import type { Database } from '../platform/database/database.ts';
import { Remembered } from '../platform/database/remembered.ts';
import type { EnvelopeEncryption } from '../platform/encryption/envelope-encryption.ts';
import { NameList } from './text/name-list.ts';

/** Where nothing is heard of a change, it holds after so long. */
const MAX_AGE_MS = 1_000;
const MOST_CUSTOMERS = 1_000;
const NONE = new NameList([]);

/** The names of customers, ready to be looked for, as they were at most a second ago. */
export class KnownNames {
  readonly #known: Remembered<NameList>;

  constructor(database: Database, encryption: EnvelopeEncryption) {
    this.#known = new Remembered({
      async read(customerId) {
        const row = await database.readRow<[string]>(NAMES_OF_CUSTOMER, [customerId]);
        return row ? new NameList(openedNames(encryption, Buffer.from(row[0], 'base64'), customerId)) : NONE;
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

const NAMES_OF_CUSTOMER = {
  name: 'redaction_names_of_customer',
  text: `select encode(names, 'base64') from redaction_names where customer_id = $1`,
};

export const sealedNames = (encryption: EnvelopeEncryption, names: readonly string[], customerId: string) =>
  encryption.encrypt(Buffer.from(JSON.stringify(names), 'utf8'), customerId);

/** @throws when they were encrypted with another master key, or for another customer */
export function openedNames(encryption: EnvelopeEncryption, sealed: Uint8Array, customerId: string): string[] {
  return JSON.parse(encryption.decrypt(sealed, customerId).toString('utf8')) as string[];
}
