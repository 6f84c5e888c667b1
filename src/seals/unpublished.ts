import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../platform/database/database.ts';

/**
 * Takes back what stands in a log that has ended, beyond the last tree that it published. Nobody was told that it was done:
 * whoever asked was refused, and may ask again in the log that follows.
 * @param size entries of the last tree
 */
export async function forgetUnpublished(em: EntityManager, log: number, size: number): Promise<void> {
  const changed = await sql<{ sealId: string }>(
    em,
    'delete from seal_status where log = $1 and log_index >= $2 returning seal_id as "sealId"',
    [log, size],
  );
  await sql(
    em,
    `update seal set
       status = coalesce((select status from seal_status where seal_id = seal.id order by status limit 1), 'SEALED'),
       superseded_by = (select superseded_by from seal_status where seal_id = seal.id and status = 'SUPERSEDED')
     where id = any($1)`,
    [changed.map(({ sealId }) => sealId)],
  );
  await sql(em, 'delete from seal where log = $1 and log_index >= $2', [log, size]);
}
