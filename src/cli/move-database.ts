import { databaseOptions, tablePrivilegesOf } from '../app.ts';
import { CommandError, ExitCode } from '../platform/command-line/exit.ts';
import { Lifecycle } from '../platform/command-line/lifecycle.ts';
import type { Config } from '../platform/config/config.ts';
import { Database } from '../platform/database/database.ts';
import { databaseSettings } from '../platform/database/database-settings.ts';
import { openEmbeddedPostgres } from '../platform/database/embedded-postgres.ts';
import { isDatabaseMade } from '../platform/database/embedded-postgres-place.ts';
import {
  type DatabaseUrls,
  type NamedUrl,
  tableOwnerOf,
  withConnection,
} from '../platform/database/single-connection.ts';
import { CopyFailure, type CopyProgress, copyTables, reasonNotToFill } from '../platform/database/table-copy.ts';
import { createLogger, type Logger } from '../platform/observability/logger.ts';
import { prepareDatabase } from '../platform/prepare-database.ts';
import { formatCount } from '../platform/text/plural.ts';

const NAME = 'imprimatur-move-database';

/** Interval of the lines about progress. */
const REPORT_EVERY_MS = 5_000;

/**
 * Copies the embedded database of DATA_DIR into the database of DATABASE_URL, and leaves the embedded one as it is.
 * @throws CommandError if there is nothing to copy, a process uses the embedded database, or the target isn't empty
 */
export async function moveDatabase(config: Config): Promise<void> {
  const { databaseUrl, databaseDirectUrl: directUrl, databaseOwnerUrl: ownerUrl, dataDir } = config;
  if (databaseUrl === null) {
    throw refused(
      'Set DATABASE_URL to the new database, and DATABASE_OWNER_URL to the account that owns its tables, as docs/database.md says.',
    );
  }
  if (!isDatabaseMade(dataDir)) throw refused(`DATA_DIR: ${dataDir} has no embedded database.`);
  const logger = createLogger(config.logLevel, config.logFormat);
  const lifecycle = new Lifecycle(logger);
  await lifecycle.run(async () => {
    const owner = tableOwnerOf({ databaseUrl, directUrl, ownerUrl });
    await assertFillable(owner);
    const server = await openEmbeddedPostgres({ dataDir, log: (line) => process.stderr.write(`${line}\n`) });
    lifecycle.onStop(() => server.stop());
    if (!server.isOwner) {
      throw refused(`DATA_DIR: a process uses the embedded database of ${dataDir}. Stop the service, then repeat.`);
    }
    const source = { databaseUrl: server.serviceUrl, ownerUrl: server.url };
    for (const urls of [source, { databaseUrl, directUrl, ownerUrl }]) await prepare(urls, logger, lifecycle.stopping);
    // The superuser, because the owner may not lock insert-only tables.
    const from: NamedUrl = { url: server.superuserUrl, setting: 'DATABASE_OWNER_URL' };
    const copied = await copyBetween(from, owner, lifecycle.stopping);
    const { host, port, database } = databaseSettings(databaseUrl).connection;
    process.stdout.write(
      `${formatCount(copied.rows, 'row')} of ${formatCount(copied.tables, 'table')} were copied to ${database} at ${host}, port ${port}, and compared.\n` +
        nextSteps({ hasOwner: ownerUrl !== null, kept: server.dataDirectory }),
    );
  });
}

const refused = (message: string) => new CommandError(ExitCode.CONFIG, message);

/** @throws CommandError if the target holds tables of another program, or the data of a service */
async function assertFillable(owner: NamedUrl): Promise<void> {
  const settings = databaseSettings(owner.url);
  const reason = await withConnection(
    owner,
    (_, query) => reasonNotToFill({ query, settings }, Object.keys(tablePrivilegesOf())),
    { name: NAME },
  );
  if (reason === null) return;
  throw refused(`${owner.setting}: ${reason}. Name an empty database, as docs/database.md says.`);
}

/** Brings a database to this release, as each start does. */
async function prepare(urls: DatabaseUrls, logger: Logger, signal: AbortSignal): Promise<void> {
  const database = await Database.open(databaseOptions({ databaseUrl: urls.databaseUrl, poolSize: 2 }));
  try {
    await prepareDatabase({ orm: database.orm, ...urls, tables: tablePrivilegesOf(), logger, signal });
  } finally {
    await database.close();
  }
}

function copyBetween(source: NamedUrl, target: NamedUrl, signal: AbortSignal) {
  const report = progressReport();
  const options = { name: NAME, signal };
  return withConnection(
    source,
    (sourceClient, sourceQuery) =>
      withConnection(
        target,
        async (client, query) => {
          const from = { client: sourceClient, query: sourceQuery, settings: databaseSettings(source.url) };
          const to = { client, query, settings: databaseSettings(target.url) };
          try {
            return await copyTables({ from, to, report });
          } catch (error) {
            if (!(error instanceof CopyFailure)) throw error;
            throw new CommandError(1, `Nothing was copied. ${error.message}`, { cause: error });
          }
        },
        options,
      ),
    options,
  );
}

/** Writes a line about progress every few seconds. */
function progressReport(): (progress: CopyProgress) => void {
  let reportedAt = performance.now();
  return ({ table, number, of }) => {
    if (performance.now() - reportedAt < REPORT_EVERY_MS) return;
    reportedAt = performance.now();
    process.stderr.write(`Table ${number} of ${of}: ${table}\n`);
  };
}

function nextSteps({ hasOwner, kept }: { hasOwner: boolean; kept: string }): string {
  const steps = [
    'Set DATABASE_URL as it is now for every process and command of the service.',
    hasOwner
      ? 'Set DATABASE_OWNER_URL only where imprimatur migrate runs, once per upgrade.'
      : 'One account owns the tables and serves. docs/database.md says how to use two.',
    'Keep DATA_DIR, with its pictures, secrets and log. Run imprimatur doctor, then start the service.',
    `Don’t start the service without DATABASE_URL any more. The old database stays in ${kept}: delete it when the new one is in your backups.`,
  ];
  return `\nNext:\n${steps.map((step, at) => `  ${at + 1}. ${step}\n`).join('')}`;
}
