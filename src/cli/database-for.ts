import type { Config } from '../platform/config/config.ts';
import { databaseSettings } from '../platform/database/database-settings.ts';
import { openEmbeddedPostgres } from '../platform/database/embedded-postgres.ts';
import type { DatabaseUrls } from '../platform/database/single-connection.ts';

export interface OpenDatabase {
  /** URL of the account that the service works with. */
  url: string;
  /** URL of the same database without the connection pooler that `url` leads to. Null without a pooler. */
  directUrl: string | null;
  /** URL of the account that owns the tables. Null if it isn't given: the service's account can own them, too. */
  ownerUrl: string | null;
  /** Describes the database's location, without a password. */
  place: string;
  /** Folder of the embedded database server's files if they couldn't be in DATA_DIR. Null otherwise. */
  relocatedTo: string | null;
  close(): Promise<void>;
}

/** URLs of an opened database. `directUrl` is absent or null without a connection pooler. */
export type OpenUrls = Pick<OpenDatabase, 'url' | 'ownerUrl'> & Partial<Pick<OpenDatabase, 'directUrl'>>;

/** URLs of an opened database, as the platform names them. */
export function urlsOf({ url, directUrl, ownerUrl }: OpenUrls): DatabaseUrls {
  return { databaseUrl: url, directUrl, ownerUrl };
}

/** Opens the external database. Without one, starts the embedded database server or uses the running one. */
export async function databaseFor(config: Config): Promise<OpenDatabase> {
  if (config.databaseUrl) {
    const { host, port, database } = databaseSettings(config.databaseUrl).connection;
    const place = `${database} at ${host}, port ${port}`;
    return {
      url: config.databaseUrl,
      directUrl: config.databaseDirectUrl,
      ownerUrl: config.databaseOwnerUrl,
      place,
      relocatedTo: null,
      close: async () => {},
    };
  }
  const server = await openEmbeddedPostgres({
    dataDir: config.dataDir,
    log: (line) => process.stderr.write(`${line}\n`),
  });
  return {
    url: server.serviceUrl,
    directUrl: null,
    ownerUrl: server.url,
    place: `the embedded one in ${server.dataDirectory}`,
    relocatedTo: server.relocatedTo,
    close: () => server.stop(),
  };
}
