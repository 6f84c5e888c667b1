import { databaseOptions } from '../app.ts';
import {
  type BackupPlace,
  BackupRunning,
  backupConfig,
  deleteOldBackups,
  PlaceUnavailable,
  takeRecordedBackup,
  verifyBackup,
} from '../backup/index.ts';
import { CommandError, ExitCode, UsageError } from '../platform/command-line/exit.ts';
import { Lifecycle } from '../platform/command-line/lifecycle.ts';
import { columns, printable } from '../platform/command-line/terminal.ts';
import type { Config } from '../platform/config/config.ts';
import { ConfigError } from '../platform/config/config.ts';
import { Database, sql } from '../platform/database/database.ts';
import { migrationsOf } from '../platform/database/migrate.ts';
import { schemaTooNewProblem } from '../platform/database/schema-release.ts';
import { type NamedUrl, tableOwnerOf } from '../platform/database/single-connection.ts';
import { lacksDatabase } from '../platform/errors/errors.ts';
import { createLogger } from '../platform/observability/logger.ts';
import { StorageUnavailable } from '../platform/storage/blob-store.ts';
import { formatCount } from '../platform/text/plural.ts';
import { inspectSettings, readConfig } from '../read-config.ts';
import {
  EXIT_UNKNOWN,
  EXIT_WRONG,
  endOfCommand,
  openBackup,
  placeFor,
  type SourceOptions,
  unknownKeySentence,
} from './backup-sources.ts';
import { databaseFor, urlsOf } from './database-for.ts';
import { openService } from './open-service.ts';

export interface BackupOptions extends SourceOptions {
  to?: string;
  /** Number of backups to keep, as typed. */
  keep?: string;
  verify: boolean;
}

/** Takes a backup, or reads one back. */
export async function runBackup(options: BackupOptions): Promise<void> {
  const { backup, key, trust, keep } = options;
  if (options.verify && keep !== undefined) throw new UsageError('--keep is for taking a backup. Remove --verify.');
  if (!options.verify && [backup, key, trust].some((one) => one !== undefined)) {
    throw new UsageError('--backup, --key and --trust are for --verify.');
  }
  try {
    await (options.verify ? verify(options) : take(options));
  } catch (error) {
    throw endOfCommand(error);
  }
}

async function take({ to, keep }: BackupOptions): Promise<void> {
  const kept = keepOf(keep);
  const config = readConfig();
  const place = placeFor(config, to, '--to');
  const logger = createLogger(config.logLevel, config.logFormat);
  const lifecycle = new Lifecycle(logger);
  await lifecycle.run(async () => {
    lifecycle.onStop(() => place.close());
    try {
      await takeWithDatabase(config, place, kept, lifecycle);
    } catch (cause) {
      const isAway =
        cause instanceof PlaceUnavailable ||
        cause instanceof BackupRunning ||
        cause instanceof StorageUnavailable ||
        lacksDatabase(cause);
      if (!isAway) throw cause;
      throw new CommandError(EXIT_UNKNOWN, `No backup was taken: ${(cause as Error).message}`, { cause });
    }
  });
}

async function takeWithDatabase(
  config: Config,
  place: BackupPlace,
  keep: number | null,
  lifecycle: Lifecycle,
): Promise<void> {
  const logger = createLogger(config.logLevel, config.logFormat);
  const database = await databaseFor(config);
  lifecycle.onStop(database.close);
  const account = tableOwnerOf(urlsOf(database));
  const { isCurrent, migrationTable } = await readSchema(account);
  const { platform, blobs, apis, startChecks } = await openService(lifecycle, config, logger);
  // A manifest that another key signed would be refused by every restore.
  if (isCurrent) await startChecks.find(({ name }) => name === 'seal key')?.assert({ makes: false });
  const { passphrase } = config.of(backupConfig);
  const report = await takeRecordedBackup(
    {
      account,
      database: platform.database,
      migrationTable,
      isCurrent,
      holders: blobs,
      store: platform.store,
      dataDir: config.dataDir,
      signer: apis.log.signer,
      passphrase,
      signal: lifecycle.stopping,
      onProgress: (what) => process.stderr.write(`Backing up ${what}.\n`),
    },
    place,
  );
  const deleted = keep === null ? 0 : await deleteOldBackups(place, keep, platform.clock.now());
  const { pictures } = report;
  process.stdout.write(
    `Backup ${report.name} is complete in ${printable(place.title)}.\n${columns([
      ['taken', `at ${report.takenAt}`],
      ['rows', `${formatCount(report.rows, 'row')}, ${report.byteSize.toLocaleString('en')} bytes`],
      ['pictures', `${formatCount(pictures.count, 'picture')}, ${pictures.added.toLocaleString('en')} of them new`],
      ['secrets', report.hasSecrets ? 'encrypted with BACKUP_PASSPHRASE' : 'left out'],
      ...(deleted > 0 ? ([['deleted', formatCount(deleted, 'older backup')]] as const) : []),
    ])}`,
  );
  if (!report.hasSecrets) {
    process.stderr.write(
      'BACKUP_PASSPHRASE isn’t set, so the secrets in DATA_DIR/secrets are not in the backup. Without them, stored texts and provider keys can’t be decrypted and the log can’t go on: keep a copy of that folder elsewhere.\n',
    );
  }
  if (pictures.missing.length > 0) {
    process.stderr.write(
      `${formatCount(pictures.missing.length, 'picture')} of the database ${pictures.missing.length === 1 ? 'is' : 'are'} missing or damaged in the picture store, so the backup lacks them. Run imprimatur integrity --only bytes.\n`,
    );
    process.exitCode = EXIT_WRONG;
  }
}

/**
 * Reads whether the database is of this release. One of an earlier release can be backed up before it is migrated.
 * @throws CommandError if it is of a newer release, or empty
 */
async function readSchema(account: NamedUrl): Promise<{ isCurrent: boolean; migrationTable: string }> {
  const database = await Database.open(databaseOptions({ databaseUrl: account.url, poolSize: 2 }));
  try {
    const { orm } = database;
    const { done, pending, unknown } = await migrationsOf(orm);
    if (unknown.length > 0) {
      const query = (text: string, values?: unknown[]) => sql<object>(orm.em.fork(), text, values);
      const { detail } = await schemaTooNewProblem(query, unknown);
      throw new CommandError(ExitCode.CONFIG, `${detail}. Back up with that release.`);
    }
    if (done.length === 0)
      throw new CommandError(ExitCode.CONFIG, 'The database is empty: there is nothing to back up.');
    return { isCurrent: pending.length === 0, migrationTable: orm.config.get('migrations').tableName! };
  } finally {
    await database.close();
  }
}

async function verify(options: BackupOptions): Promise<void> {
  const { config, mistakes } = inspectSettings();
  if (!config) throw new ConfigError([...mistakes]);
  const place = placeFor(config, options.to, '--to');
  const lifecycle = new Lifecycle(createLogger(config.logLevel, config.logFormat));
  await lifecycle.run(async () => {
    lifecycle.onStop(() => place.close());
    try {
      const { manifest, isKeyKnown } = await openBackup(place, config, options);
      const { findings, pictures, files } = await verifyBackup(place, manifest, {
        signal: lifecycle.stopping,
        onProgress: (what) => process.stderr.write(`Reading ${what}.\n`),
      });
      for (const finding of findings) process.stdout.write(`${printable(finding)}\n`);
      for (const picture of pictures)
        process.stdout.write(`The picture ${printable(picture)} is missing or damaged.\n`);
      const isWrong = findings.length + pictures.length > 0;
      if (!isKeyKnown) process.stdout.write(`${unknownKeySentence(manifest)}\n`);
      process.stdout.write(
        `Backup ${manifest.name}: ${isWrong ? 'NOT CLEAN' : isKeyKnown ? 'CLEAN' : 'NOT KNOWN'}. ${formatCount(files, 'file')} read.\n`,
      );
      if (isWrong) process.exitCode = EXIT_WRONG;
      else if (!isKeyKnown) process.exitCode = EXIT_UNKNOWN;
    } catch (cause) {
      if (!(cause instanceof PlaceUnavailable)) throw cause;
      throw new CommandError(EXIT_UNKNOWN, `The backup could not be read: ${cause.message}`, { cause });
    }
  });
}

function keepOf(keep: string | undefined): number | null {
  if (keep === undefined) return null;
  if (!/^[1-9]\d{0,3}$/.test(keep)) throw new UsageError('--keep takes the number of backups to keep, from 1 on.');
  return Number(keep);
}
