import type { Config } from '../platform/config/config.ts';
import { openEmbeddedPostgres } from '../platform/database/embedded-postgres.ts';

export interface OpenDatabase {
  url: string;
  /** Where the embedded server's files are when they could not live in DATA_DIR. */
  relocatedTo: string | null;
  close(): Promise<void>;
}

/** The given database, or the embedded one, started or shared. */
export async function databaseFor(config: Config): Promise<OpenDatabase> {
  if (config.databaseUrl) return { url: config.databaseUrl, relocatedTo: null, close: async () => {} };
  const server = await openEmbeddedPostgres({
    dataDir: config.dataDir,
    log: (line) => process.stderr.write(`${line}\n`),
  });
  return { url: server.url, relocatedTo: server.relocatedTo, close: () => server.stop() };
}
