import { CommandError, ExitCode } from '../platform/command-line/exit.ts';
import type { Config } from '../platform/config/config.ts';
import { claimEmbeddedPostgres } from '../platform/database/embedded-postgres.ts';

/**
 * Makes this DATA_DIR the owner of its embedded database if the database's files are outside of DATA_DIR. Does nothing if they
 * are in DATA_DIR.
 * @throws CommandError if the database is external
 */
export async function claimDatabase({ databaseUrl, dataDir }: Config): Promise<void> {
  if (databaseUrl !== null) {
    throw new CommandError(
      ExitCode.CONFIG,
      'DATABASE_URL is set. Only the embedded database of a DATA_DIR can be claimed, not an external one.',
    );
  }
  const place = await claimEmbeddedPostgres(dataDir);
  process.stdout.write(
    place === null
      ? `${dataDir} has no database outside of it.\n`
      : `The database in ${place} now belongs to ${dataDir}.\n`,
  );
}
