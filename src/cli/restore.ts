import { databaseOptions, tablePrivilegesOf } from '../app.ts';
import {
  currentLog,
  ForeignCheckpoint,
  judgeLog,
  type LogVerdict,
  logRoots,
  mergedMemory,
  NO_DATABASE,
  neededTrees,
  PlaceUnavailable,
  type RestoreTarget,
  readLogMemory,
  readTarget,
  restoreDatabase,
  restorePictures,
  ServiceRunning,
  type Verification,
  verifyBackup,
  writeLogMemory,
} from '../backup/index.ts';
import { LOG_KEY_FILE, logConfig, lostLogNames, lostLogs, nextLogName, SEAL_KEY } from '../log/index.ts';
import { CommandError, ExitCode } from '../platform/command-line/exit.ts';
import { readDocument } from '../platform/command-line/inputs.ts';
import { Lifecycle } from '../platform/command-line/lifecycle.ts';
import { columns, printable } from '../platform/command-line/terminal.ts';
import { type Config, ConfigError } from '../platform/config/config.ts';
import { Database } from '../platform/database/database.ts';
import { assertNeeds } from '../platform/database/database-needs.ts';
import { isDatabaseMade } from '../platform/database/embedded-postgres-place.ts';
import { knownMigrations, needsOf } from '../platform/database/migrate.ts';
import { tableOwnerOf, withConnection } from '../platform/database/single-connection.ts';
import { foundSecret, replaceSecret, secretFile } from '../platform/encryption/secrets.ts';
import { lacksDatabase } from '../platform/errors/errors.ts';
import { proxyConfig } from '../platform/http/proxies.config.ts';
import { createLogger } from '../platform/observability/logger.ts';
import { prepareDatabase } from '../platform/prepare-database.ts';
import { StorageUnavailable } from '../platform/storage/blob-store.ts';
import { openBlobStore } from '../platform/storage/open-blob-store.ts';
import { formatCount } from '../platform/text/plural.ts';
import { inspectSettings } from '../read-config.ts';
import {
  EXIT_UNKNOWN,
  EXIT_WRONG,
  endOfCommand,
  type OpenBackup,
  openBackup,
  placeFor,
  type SourceOptions,
  unknownKeySentence,
} from './backup-sources.ts';
import { databaseFor, type OpenDatabase, urlsOf } from './database-for.ts';

export interface RestoreOptions extends SourceOptions {
  from?: string;
  check: boolean;
  replace: boolean;
  /** Files or URLs of checkpoints that were published. */
  published?: string[];
  'nothing-published-since': boolean;
  'keep-secrets': boolean;
  'without-secrets': boolean;
  'without-damaged-pictures': boolean;
}

/** Everything that is known before the restore writes anything. */
interface RestorePlan extends OpenBackup {
  config: Config;
  verification: Verification;
  target: RestoreTarget;
  memory: Awaited<ReturnType<typeof readLogMemory>>;
  verdict: LogVerdict | null;
  /** Secrets of the backup that DATA_DIR doesn't have. */
  newSecrets: readonly string[];
  /** Reasons why the restore can't be done. */
  obstacles: readonly string[];
}

/** Tables whose rows come and go without a loss. */
const FLEETING: ReadonlySet<string> = new Set([
  'backup_run',
  'limit_use',
  'process_life',
  'outbox_event',
  'keyed_issue',
  'mikro_orm_migrations',
  'schema_release',
]);
/** Maximum number of tables that are listed with lost rows. */
const MAX_LOSSES = 20;

/** Restores a backup into an empty database, or says what that would do. */
export async function runRestore(options: RestoreOptions): Promise<void> {
  const { config, mistakes } = inspectSettings();
  if (!config) throw new ConfigError([...mistakes]);
  const lifecycle = new Lifecycle(createLogger(config.logLevel, config.logFormat));
  await lifecycle.run(async () => {
    try {
      await restore(config, options, lifecycle);
    } catch (cause) {
      if (cause instanceof ServiceRunning || cause instanceof ForeignCheckpoint) {
        throw new CommandError(ExitCode.CONFIG, cause.message, { cause });
      }
      const isAway = cause instanceof PlaceUnavailable || cause instanceof StorageUnavailable || lacksDatabase(cause);
      if (!isAway) throw endOfCommand(cause);
      throw new CommandError(EXIT_UNKNOWN, `The restore could not be done: ${(cause as Error).message}`, { cause });
    }
  });
}

async function restore(config: Config, options: RestoreOptions, lifecycle: Lifecycle): Promise<void> {
  const progress = (what: string) => process.stderr.write(`${what}.\n`);
  const source = placeFor(config, options.from, '--from');
  lifecycle.onStop(() => source.close());
  const opened = await openBackup(source, config, options);
  progress(`Reading the backup ${opened.manifest.name}`);
  const verification = await verifyBackup(opened.place, opened.manifest, { signal: lifecycle.stopping });
  if (verification.findings.length > 0) {
    for (const finding of verification.findings) process.stdout.write(`${printable(finding)}\n`);
    throw new CommandError(EXIT_WRONG, 'The backup is damaged. Nothing was restored.');
  }
  const isThere = config.databaseUrl !== null || isDatabaseMade(config.dataDir);
  const found = isThere ? await databaseFor(config) : null;
  if (found) lifecycle.onStop(found.close);
  const plan = await planFor(config, options, { opened, verification, found });
  process.stdout.write(planText(plan));
  if (plan.obstacles.length > 0) throw new CommandError(ExitCode.CONFIG, plan.obstacles.join('\n'));
  if (options.check) return;
  await writeSecrets(plan);
  const database = found ?? (await databaseFor(config));
  if (!found) lifecycle.onStop(database.close);
  await write(plan, database, lifecycle, progress);
}

interface PlanSource {
  opened: OpenBackup;
  verification: Verification;
  found: OpenDatabase | null;
}

async function planFor(
  config: Config,
  options: RestoreOptions,
  { opened, verification, found }: PlanSource,
): Promise<RestorePlan> {
  const { place, manifest, secrets } = opened;
  const orm = await Database.open(databaseOptions({ databaseUrl: found?.url ?? UNUSED_URL, poolSize: 2 }));
  const migrationTable = orm.orm.config.get('migrations').tableName!;
  const known = knownMigrations(orm.orm);
  await orm.close();
  const target = found
    ? await withConnection(tableOwnerOf(urlsOf(found)), (_, query) => readTarget(query, { manifest, migrationTable }), {
        name: 'imprimatur-restore',
      })
    : NO_DATABASE;
  const memory = await readLogMemory(config.dataDir);
  const evidence = {
    memory,
    others: [...target.checkpoints, ...(await publishedCheckpoints(manifest, options.published ?? []))],
    successor: successorOf(target, memory, config.dataDir, manifest.logs.length),
    isNothingSince: options['nothing-published-since'],
  };
  const roots = await logRoots(place, manifest, neededTrees(manifest, evidence));
  const verdict = judgeLog(manifest, evidence, roots);
  const differing = Object.entries(secrets ?? {}).filter(([name, text]) => {
    const here = foundSecret(config.dataDir, name);
    return here !== null && here !== text.trim();
  });
  const newSecrets = Object.keys(secrets ?? {}).filter((name) => foundSecret(config.dataDir, name) === null);
  return {
    ...opened,
    config,
    verification,
    target,
    memory,
    verdict,
    newSecrets,
    obstacles: obstaclesOf(
      { opened, verification, target, differing: differing.map(([name]) => name), known },
      config,
      options,
    ),
  };
}

/** Never connected to: the migrations of this release are read from its files. */
const UNUSED_URL = 'postgres://127.0.0.1/none';

async function publishedCheckpoints(manifest: OpenBackup['manifest'], sources: readonly string[]) {
  const current = currentLog(manifest);
  return Promise.all(
    sources.map(async (source) => ({
      log: current?.log ?? 1,
      note: Buffer.from(await readDocument(source, 'The checkpoint')).toString('utf8'),
      source: printable(source),
    })),
  );
}

/** Name of a log that was opened after the backup, as far as the database or DATA_DIR know of one. */
function successorOf(
  { logNames }: RestoreTarget,
  memory: RestorePlan['memory'],
  dataDir: string,
  logs: number,
): string | null {
  const next = logs + 1;
  const note = memory[`checkpoint-${next}`];
  // An earlier restore of this machine can have lost it.
  const lost = lostLogs(dataDir).find(({ log }) => log > logs);
  return logNames.get(next) ?? note?.split('\n')[0] ?? lost?.name ?? null;
}

interface ObstacleSource {
  opened: OpenBackup;
  verification: Verification;
  target: RestoreTarget;
  /** Names of secrets that DATA_DIR has with another content. */
  differing: readonly string[];
  known: readonly string[];
}

function obstaclesOf(
  { opened: { manifest, secrets, isKeyKnown }, verification, target, differing, known }: ObstacleSource,
  config: Config,
  options: RestoreOptions,
): string[] {
  const obstacles: string[] = [];
  if (!isKeyKnown) obstacles.push(unknownKeySentence(manifest));
  const unknown = manifest.migrations.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    obstacles.push(
      `Imprimatur ${printable(manifest.release)} made this backup, and this release is older: it doesn’t know ${unknown.join(', ')}. Restore with that release or a newer one.`,
    );
  }
  if (target.isInUse) obstacles.push(new ServiceRunning().message);
  if (target.tables.length > 0 && !options.replace) {
    obstacles.push(
      `The database has ${formatCount(target.tables.length, 'table')}. Pass --replace to delete them, or use an empty database.`,
    );
  }
  if (config.databaseUrl !== null && options.replace) {
    const foreign = target.tables.filter(({ name }) => !isOurs(name, manifest));
    if (foreign.length > 0) {
      obstacles.push(
        `The schema ${target.schema} has tables that this release doesn’t know: ${foreign.map(({ name }) => printable(name)).join(', ')}. Restore into an empty database, or delete them.`,
      );
    }
  }
  const { length: damaged } = verification.pictures;
  if (damaged > 0 && !options['without-damaged-pictures']) {
    obstacles.push(
      `${formatCount(damaged, 'picture')} of the backup ${damaged === 1 ? 'is' : 'are'} missing or damaged: ${verification.pictures.slice(0, 5).join(', ')}. Restore another backup, or pass --without-damaged-pictures.`,
    );
  }
  if (differing.length > 0 && !options['keep-secrets']) {
    obstacles.push(
      `DATA_DIR has other secrets than the backup: ${differing.join(', ')}. Remove them from ${secretFile(config.dataDir, '')} to restore those of the backup, or pass --keep-secrets.`,
    );
  }
  const missing = keysMissing(config).filter((file) => secrets?.[file] === undefined);
  if (missing.length > 0 && !options['without-secrets'])
    obstacles.push(missingSecretsSentence(manifest, missing, config));
  return obstacles;
}

/** True for a table that the service made: one of this release or of the backup, or of another release's migrations. */
function isOurs(name: string, manifest: OpenBackup['manifest']): boolean {
  return (
    Object.hasOwn(tablePrivilegesOf(), name) ||
    manifest.tables.some((table) => table.schema === 'SERVICE' && table.name === name) ||
    OWN_TABLES.has(name)
  );
}

/** Tables of migrations, which no feature declares. */
const OWN_TABLES: ReadonlySet<string> = new Set(['mikro_orm_migrations', 'schema_release', 'migration_progress']);

const ENCRYPTION_KEY_FILE = 'encryption-key';

/** Files of the keys without which stored data can't be used, if neither DATA_DIR nor a variable has the key. */
function keysMissing(config: Config): string[] {
  const { sealPrivateKeyPem, logPrivateKeyPem } = config.of(logConfig);
  const keys: [file: string, isSet: boolean][] = [
    [ENCRYPTION_KEY_FILE, config.encryptionKeySource === 'ENCRYPTION_KEY'],
    [SEAL_KEY.file, sealPrivateKeyPem !== null],
    [LOG_KEY_FILE, logPrivateKeyPem !== null],
  ];
  return keys.flatMap(([file, isSet]) => (isSet || foundSecret(config.dataDir, file) !== null ? [] : [file]));
}

function missingSecretsSentence(
  { secrets }: OpenBackup['manifest'],
  missing: readonly string[],
  config: Config,
): string {
  const what = `Neither DATA_DIR nor a variable has the keys ${missing.join(', ')}`;
  const advice = secrets
    ? 'Set BACKUP_PASSPHRASE to restore them from the backup'
    : `The backup has no secrets. Copy yours to ${secretFile(config.dataDir, '')}`;
  return `${what}. ${advice}, or pass --without-secrets: texts and provider keys that were encrypted then stay unreadable, and the log must be replaced.`;
}

function planText({ manifest, verification, target, verdict, newSecrets, secrets, config }: RestorePlan): string {
  const rows = manifest.tables.reduce((sum, one) => sum + one.rows, 0);
  const facts: [string, string][] = [
    [
      'taken',
      `at ${manifest.takenAt} by Imprimatur ${printable(manifest.release)}, PostgreSQL ${printable(manifest.postgres)}`,
    ],
    ['rows', formatCount(rows, 'row')],
    ['pictures', formatCount(manifest.pictures.count - verification.pictures.length, 'picture')],
    [
      'secrets',
      secrets ? (newSecrets.length > 0 ? newSecrets.join(', ') : 'all are in DATA_DIR already') : 'none are restored',
    ],
  ];
  if (manifest.pictures.missing.length > 0) {
    facts.push(['not in it', `${formatCount(manifest.pictures.missing.length, 'picture')} that the store lacked then`]);
  }
  const lost = target.losses.filter(({ table }) => !FLEETING.has(table));
  if (target.tables.length === 0)
    facts.push(['lost', `everything since ${manifest.takenAt}, as far as it isn’t elsewhere`]);
  else if (lost.length === 0) facts.push(['lost', 'no table has more rows now, but rows can have changed']);
  for (const { table, rows: now, restored } of lost.slice(0, MAX_LOSSES)) {
    facts.push(['lost', `${(now - restored).toLocaleString('en')} of ${formatCount(now, 'row')} of ${table}`]);
  }
  if (lost.length > MAX_LOSSES) facts.push(['lost', `rows of ${lost.length - MAX_LOSSES} more tables`]);
  facts.push(...logFacts(verdict, config));
  return `Backup ${manifest.name}\n${columns(facts)}`;
}

function logFacts(verdict: LogVerdict | null, config: Config): [string, string][] {
  if (!verdict) return [['log', 'the backup has none']];
  const { origin, size, newest, frozenReason } = verdict;
  const published = newest ? `; published: ${newest.size.toLocaleString('en')}, according to ${newest.source}` : '';
  const facts: [string, string][] = [['log', `${origin} with ${formatCount(size, 'entry', 'entries')}${published}`]];
  if (frozenReason === null) {
    facts.push(['', 'It continues.']);
  } else {
    facts.push(
      ['', `It will be frozen: ${frozenReason}`],
      ['', `The next log is opened by: ${commandFor(verdict, config)}`],
    );
  }
  const { witnesses } = config.of(logConfig);
  if (witnesses.length > 0) facts.push(['', 'At its start, the service also asks the witnesses what they saw.']);
  return facts;
}

/** Command that opens the next log, with a name that no log had. */
function commandFor({ origin, successor }: LogVerdict, { dataDir }: Config): string {
  return `imprimatur succeed-log ${nextLogName(origin, [...lostLogNames(dataDir), ...(successor ? [successor] : [])])}`;
}

async function writeSecrets({ secrets, newSecrets, config }: RestorePlan): Promise<void> {
  for (const name of newSecrets) await replaceSecret(config.dataDir, name, secrets![name]!.trim());
}

async function write(
  plan: RestorePlan,
  database: OpenDatabase,
  lifecycle: Lifecycle,
  progress: (what: string) => void,
): Promise<void> {
  const { config, place, manifest, verdict, memory, target } = plan;
  const logger = createLogger(config.logLevel, config.logFormat);
  const owner = tableOwnerOf(urlsOf(database));
  const orm = await Database.open(databaseOptions({ databaseUrl: owner.url, poolSize: 2 }));
  lifecycle.onStop(() => orm.close());
  await withConnection(
    owner,
    async (_, query) => {
      const needs = needsOf(orm.orm, owner, { done: [], pending: manifest.migrations, unknown: [] });
      for (const { detail, advice } of await assertNeeds(query, needs)) logger.warn(`${detail}. ${advice}`);
    },
    { name: 'imprimatur-restore', signal: lifecycle.stopping },
  );
  const store = openBlobStore(config.storage, { proxies: config.of(proxyConfig) });
  lifecycle.onStop(() => store.close());
  progress('Restoring the pictures');
  const pictures = await restorePictures(place, manifest, { store, signal: lifecycle.stopping });
  progress('Restoring the tables');
  await restoreDatabase({
    owner,
    orm: orm.orm,
    place,
    manifest,
    verdict,
    replaces: target.tables.length > 0,
    logger,
    signal: lifecycle.stopping,
    // The memory is newer than the tables or equal to them at every moment, so that an interrupted restore can't fork the log.
    beforeCommit: () => writeLogMemory(config.dataDir, mergedMemory(memory, manifest, verdict), memory),
  });
  progress('Migrating the tables to this release');
  await prepareDatabase({
    orm: orm.orm,
    ...urlsOf(database),
    tables: tablePrivilegesOf(),
    logger,
    signal: lifecycle.stopping,
  });
  process.stdout.write(endText(plan, pictures));
  if (pictures.lost.length > 0) process.exitCode = EXIT_WRONG;
}

function endText(
  { manifest, verdict, config }: RestorePlan,
  { copied, lost }: { copied: number; lost: string[] },
): string {
  const lines = [
    `The backup ${manifest.name} is restored, with ${formatCount(copied, 'new picture')}. Start the service.`,
  ];
  if (lost.length > 0)
    lines.push(`${formatCount(lost.length, 'picture')} could not be restored: run imprimatur integrity.`);
  if (verdict?.frozenReason) {
    lines.push(
      `The log ${verdict.origin} is frozen: ${verdict.frozenReason} Nothing can be sealed until the next log is open: ${commandFor(verdict, config)}`,
    );
  }
  return `${lines.join('\n')}\n`;
}
