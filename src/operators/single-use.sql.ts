import type { EntityManager } from '@mikro-orm/postgresql';
import { type Database, sql } from '../platform/database/database.ts';

const INSERT = 'insert into operator_spent (digest, expires_at) values ($1, $2) on conflict do nothing returning true';

/** Records until `expiresAt` that a single-use value was used. False if it was used already. */
export async function insertUsed(database: Database, digest: Buffer, expiresAt: Date): Promise<boolean> {
  const row = await database.readRow<[boolean]>({ name: 'operator_spend', text: INSERT }, [digest, expiresAt]);
  return row !== undefined;
}

/** As `insertUsed`, in the transaction of `em`: if it is rolled back, the value can be used again. */
export async function insertUsedIn(em: EntityManager, digest: Buffer, expiresAt: Date): Promise<boolean> {
  return (await sql(em, INSERT, [digest, expiresAt])).length > 0;
}

/** Deletes the records of single-use values that have expired. Returns their number. */
export async function deleteExpiredUses(em: EntityManager): Promise<number> {
  return (await sql(em, 'delete from operator_spent where expires_at < now() returning digest')).length;
}
