import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../../platform/database/database.ts';

/** Locks out other processes that register or change seal keys until the transaction ends. */
export async function takeTurnAtKeys(em: EntityManager): Promise<void> {
  await sql(em, `select pg_advisory_xact_lock(hashtext('seal keys'))`);
}
