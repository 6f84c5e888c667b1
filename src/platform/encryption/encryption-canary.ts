import { ConfigError } from '../config/config.ts';
import type { StartCheck } from '../config/start-check.ts';
import type { Database } from '../database/database.ts';
import { deleteCanaries, findCanary, insertCanary } from './encryption.sql.ts';
import type { EnvelopeEncryption } from './envelope-encryption.ts';

const NAME = 'canary';
const CONTEXT = 'encryption canary';
const KNOWN = Buffer.from('what every process can read', 'utf8');

/** An encrypted value. */
export interface EncryptedSample {
  encrypted: Uint8Array;
  /** Context of the encryption. */
  context: string;
}

export interface CanaryOptions {
  database: Database;
  encryption: EnvelopeEncryption;
  /** Where the key of this process comes from. */
  source: string;
  /** One encrypted value of each part. Null for a part that has none yet. */
  samples(): Promise<(EncryptedSample | null)[]>;
}

/**
 * Checks that this process has the key of the other processes and of the stored data. If several processes start on a new
 * database, one stores the canary and all must decrypt it.
 */
export function encryptionCheck({ database, encryption, source, samples }: CanaryOptions): StartCheck {
  const find = async () => {
    const encrypted = await findCanary(database.orm.em.fork(), NAME);
    return encrypted ? { encrypted, context: CONTEXT } : null;
  };
  const assertRead = ({ encrypted, context }: EncryptedSample) => {
    try {
      encryption.decrypt(encrypted, context);
    } catch {
      throw new ConfigError([
        `ENCRYPTION_KEY: the key from ${source} isn't the one that encrypts this database's texts and secrets. ` +
          'Start with that key, which other processes or a backup have. If it is lost for good, run: imprimatur replace-encryption-key',
      ]);
    }
  };
  return {
    name: 'encryption key',
    async assert({ makes }) {
      const canary = await find();
      if (canary) return assertRead(canary);
      // A database from before canaries, or with only encrypted texts.
      for (const sample of await samples()) if (sample) assertRead(sample);
      if (!makes) return;
      await storeCanary(database, encryption);
      assertRead((await find())!);
    },
  };
}

/** Makes the key of this process the required one for later starts. Data encrypted with another key isn't changed. */
export async function replaceCanary(database: Database, encryption: EnvelopeEncryption): Promise<void> {
  await deleteCanaries(database.orm.em.fork());
  await storeCanary(database, encryption);
}

async function storeCanary(database: Database, encryption: EnvelopeEncryption): Promise<void> {
  await insertCanary(database.orm.em.fork(), NAME, encryption.encrypt(KNOWN, CONTEXT));
}
