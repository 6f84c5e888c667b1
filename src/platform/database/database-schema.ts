import type { Client } from 'pg';
import { ConfigError } from '../config/config.ts';
import type { DatabaseSettings } from './database-settings.ts';

interface Found {
  current: string | null;
  isMigrated: boolean;
  isPublicMigrated: boolean;
  /** A schema further on in the search path that holds another installation's tables. */
  other: string | null;
  trigramSchema: string | null;
  path: string[];
}

/**
 * Asserts that the tables go into the schema that the URL names. Earlier versions ignored `options` for their requests, so
 * that tables of an installation whose URL names another schema may be in `public`: starting empty beside them would look like
 * a loss.
 * @throws ConfigError with what to do
 */
export async function assertSchema(client: Client, { schema }: DatabaseSettings): Promise<void> {
  if (schema === 'public') return;
  const { rows } = await client.query<Found>(
    `select current_schema() as current,
       to_regclass($1) is not null as "isMigrated",
       to_regclass('public.mikro_orm_migrations') is not null as "isPublicMigrated",
       (select one from unnest(current_schemas(false)) as one
        where one <> $2 and to_regclass(quote_ident(one) || '.mikro_orm_migrations') is not null limit 1) as other,
       (select nspname from pg_extension join pg_namespace n on n.oid = extnamespace where extname = 'pg_trgm')
         as "trigramSchema",
       current_schemas(true)::text[] as path`,
    [`${schema}.mikro_orm_migrations`, schema],
  );
  const { current, isMigrated, isPublicMigrated, other, trigramSchema, path } = rows[0]!;
  if (current !== schema) {
    throw new ConfigError([
      `DATABASE_URL: options: there is no schema ${schema} that this account may use. Create it: CREATE SCHEMA ${schema}.`,
    ]);
  }
  if (trigramSchema !== null && !path.includes(trigramSchema)) {
    throw new ConfigError([
      `DATABASE_URL: options: the extension pg_trgm is in the schema ${trigramSchema}, which search_path leaves out. Add it behind ${schema}.`,
    ]);
  }
  if (!isMigrated && isPublicMigrated) {
    throw new ConfigError([
      `DATABASE_URL: options: the tables of this service are in the schema public, and search_path names ${schema}. Remove it, or move them as docs/operations.md says.`,
    ]);
  }
  if (other !== null) {
    throw new ConfigError([
      `DATABASE_URL: options: search_path also names ${other}, which holds the tables of another installation. Leave it out.`,
    ]);
  }
}
