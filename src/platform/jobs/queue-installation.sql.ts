import type { RunQuery } from '../database/migration.sql.ts';

/** State of the job queue's tables, and what the connection's account may do with them. */
export interface InstalledQueue {
  hasSchema: boolean;
  isInstalled: boolean;
  /** True if the account can create and alter the queue's tables. */
  isOwner: boolean;
}

/** Reads whether the job queue is installed in a schema. */
export async function readInstalledQueue(query: RunQuery, schema: string): Promise<InstalledQueue> {
  const [row] = await query(
    `with found as (select oid, nspowner from pg_namespace where nspname = $1)
     select exists (select from found) as "hasSchema",
       exists (select from pg_class join found on relnamespace = found.oid where relname = 'version') as "isInstalled",
       case when exists (select from found)
         then (select has_schema_privilege(oid, 'CREATE') from found)
           and not exists (select from pg_class join found on relnamespace = found.oid
             where relkind in ('r', 'p') and not pg_has_role(relowner, 'USAGE'))
         else has_database_privilege(current_database(), 'CREATE')
       end as "isOwner"`,
    [schema],
  );
  return row as InstalledQueue;
}

/** Reads the version of the installed queue's tables. */
export async function readQueueVersion(query: RunQuery, schema: string): Promise<number> {
  const [row] = await query(`select version from "${schema}".version`);
  return Number((row as { version: unknown }).version);
}

/** Counts indexes of the queue that are still to be built. */
export async function countPendingIndexes(query: RunQuery, schema: string): Promise<number> {
  const [row] = await query(`select count(*)::int as count from "${schema}".bam where status <> 'completed'`);
  return (row as { count: number }).count;
}
