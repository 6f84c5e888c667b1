import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../platform/database/database.ts';
import type { EncryptedSample } from '../platform/encryption/encryption-canary.ts';

/** One of the texts that are kept encrypted. */
export async function retainedSample(em: EntityManager): Promise<EncryptedSample | null> {
  const [row] = await sql<EncryptedSample>(
    em,
    'select retained as encrypted, id as context from seal where retained is not null limit 1',
  );
  return row ?? null;
}
