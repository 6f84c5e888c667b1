import { CommandError, ExitCode } from '../platform/command-line/exit.ts';
import type { Config } from '../platform/config/config.ts';
import { claimEmbeddedPostgres } from '../platform/database/embedded-postgres.ts';

/** Gives the embedded database outside of DATA_DIR to this DATA_DIR. Does nothing if the database is in DATA_DIR or external. */
export async function claimDatabase({ databaseUrl, dataDir }: Config): Promise<void> {
  if (databaseUrl !== null) {
    throw new CommandError(ExitCode.CONFIG, 'DATABASE_URL: it names the database, so that no data folder owns it.');
  }
  const place = await claimEmbeddedPostgres(dataDir);
  process.stdout.write(
    place === null
      ? `${dataDir} leads to no database outside of it.\n`
      : `The database in ${place} belongs to ${dataDir} now.\n`,
  );
}
