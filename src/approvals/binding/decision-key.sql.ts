import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../../platform/database/database.ts';

/** Locks out other processes that register or retire decision keys until the transaction ends. */
export async function lockDecisionKeys(em: EntityManager): Promise<void> {
  await sql(em, `select pg_advisory_xact_lock(hashtext('decision keys'))`);
}
