import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from './database.ts';

/** Makes transactions that lock the same name run one after the other. The lock is held until the transaction ends. */
export async function lockName(em: EntityManager, name: string): Promise<void> {
  await sql(em, 'select pg_advisory_xact_lock(hashtext($1))', [name]);
}
