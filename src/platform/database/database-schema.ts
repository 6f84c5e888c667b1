import type { Client } from 'pg';
import { ConfigError } from '../config/config.ts';
import type { DatabaseSettings } from './database-settings.ts';
import { readSchemaState } from './server.sql.ts';
import type { UrlSetting } from './single-connection.ts';

/**
 * Checks that the service's tables are in the schema that the URL names. Earlier releases ignored `options`, so tables can be in
 * `public` although the URL names another schema; starting with a new, empty schema would look like data loss.
 * @throws ConfigError with what to do
 */
export async function assertSchema(client: Client, { schema }: DatabaseSettings, setting: UrlSetting): Promise<void> {
  if (schema === 'public') return;
  const { current, isMigrated, isPublicMigrated, other, trigramSchema, path } = await readSchemaState(client, schema);
  if (current !== schema) {
    throw new ConfigError([
      `${setting}: options: the schema ${schema} doesn't exist or isn't usable by this account. Create it: CREATE SCHEMA ${schema}.`,
    ]);
  }
  if (trigramSchema !== null && !path.includes(trigramSchema)) {
    throw new ConfigError([
      `${setting}: options: the extension pg_trgm is in the schema ${trigramSchema}, which search_path omits. Add it after ${schema}.`,
    ]);
  }
  if (!isMigrated && isPublicMigrated) {
    throw new ConfigError([
      `${setting}: options: the tables of this service are in the schema public, and search_path names ${schema}. Remove it, or move them as docs/database.md says.`,
    ]);
  }
  if (other !== null) {
    throw new ConfigError([
      `${setting}: options: search_path also names ${other}, which holds the tables of another installation. Leave it out.`,
    ]);
  }
}
