import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../../platform/database/database.ts';

/** Makes processes that register keys, and commands that change them, take turns until the transaction ends. */
export async function takeTurnAtKeys(em: EntityManager): Promise<void> {
  await sql(em, `select pg_advisory_xact_lock(hashtext('seal keys'))`);
}
