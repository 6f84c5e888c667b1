import { ConfigError } from '../config/config.ts';
import type { StartCheck } from '../config/start-check.ts';
import type { Database } from '../database/database.ts';
import { deleteCanaries, findCanary, insertCanary } from './encryption.sql.ts';
import type { EnvelopeEncryption } from './envelope-encryption.ts';

const NAME = 'canary';
const CONTEXT = 'encryption canary';
const KNOWN = Buffer.from('what every process can read', 'utf8');

/** Something that is kept encrypted. */
export interface EncryptedSample {
  encrypted: Uint8Array;
  /** What it was encrypted for. */
  context: string;
}

export interface CanaryOptions {
  database: Database;
  encryption: EnvelopeEncryption;
  /** Where the key of this process comes from. */
  source: string;
  /** One of what each part keeps encrypted; null where it keeps nothing yet. */
  samples(): Promise<(EncryptedSample | null)[]>;
}

/**
 * Whether this process has the key that the others have, and that what is kept was encrypted with. Of processes that start
 * together on a new database one leaves the canary, and all have to be able to read it.
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
        `ENCRYPTION_KEY: the key from ${source} is not the one that this database's texts and secrets are encrypted with. ` +
          'Start with that one: other processes or a backup have it. If it is lost for good: imprimatur replace-encryption-key',
      ]);
    }
  };
  return {
    name: 'encryption key',
    async assert({ makes }) {
      const canary = await find();
      if (canary) return assertRead(canary);
      // A database from before there were canaries, or one that only texts were kept in.
      for (const sample of await samples()) if (sample) assertRead(sample);
      if (!makes) return;
      await leaveCanary(database, encryption);
      assertRead((await find())!);
    },
  };
}

/** Has every later start ask for the key of this process. What was encrypted with another one is not touched. */
export async function replaceCanary(database: Database, encryption: EnvelopeEncryption): Promise<void> {
  await deleteCanaries(database.orm.em.fork());
  await leaveCanary(database, encryption);
}

async function leaveCanary(database: Database, encryption: EnvelopeEncryption): Promise<void> {
  await insertCanary(database.orm.em.fork(), NAME, encryption.encrypt(KNOWN, CONTEXT));
}
