import { ConfigError } from '../config/config.ts';
import type { StartCheck } from '../config/start-check.ts';
import type { Database } from '../database/database.ts';
import { deleteCanaries, findCanary, insertCanary } from './encryption.sql.ts';
import type { EnvelopeEncryption } from './envelope-encryption.ts';

const NAME = 'canary';
const CONTEXT = 'encryption canary';
const KNOWN = Buffer.from('what every process can read', 'utf8');

/** A stored encrypted value with which the encryption key of this process is tested. */
export interface EncryptedSample {
  encrypted: Uint8Array;
  /** Context (e.g. the row's id) for which the value was encrypted. */
  context: string;
}

export interface CanaryOptions {
  database: Database;
  encryption: EnvelopeEncryption;
  /** Describes where this process has read its encryption key. */
  source: string;
  /** Reads one encrypted value of each feature that stores any. Null for a feature that has stored none yet. */
  samples(): Promise<(EncryptedSample | null)[]>;
}

/**
 * Checks that this process has the same encryption key as the other processes, and that it decrypts the stored data. If several
 * processes start on a new database, one stores the canary and all must decrypt it.
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
      // Without a canary, checks stored values instead, because a database can contain encrypted values but no canary.
      for (const sample of await samples()) if (sample) assertRead(sample);
      if (!makes) return;
      await storeCanary(database, encryption);
      assertRead((await find())!);
    },
  };
}

/**
 * Stores a new canary, so that later starts require this process's encryption key. Data encrypted with another key isn't changed.
 */
export async function replaceCanary(database: Database, encryption: EnvelopeEncryption): Promise<void> {
  await deleteCanaries(database.orm.em.fork());
  await storeCanary(database, encryption);
}

async function storeCanary(database: Database, encryption: EnvelopeEncryption): Promise<void> {
  await insertCanary(database.orm.em.fork(), NAME, encryption.encrypt(KNOWN, CONTEXT));
}
