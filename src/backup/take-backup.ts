import { randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type Signer, verifierKeyIn } from '../log/index.ts';
import type { Database } from '../platform/database/database.ts';
import { databaseSettings } from '../platform/database/database-settings.ts';
import { limitSession, type RunQuery, readMigrations, tryLock } from '../platform/database/migration.sql.ts';
import { type NamedUrl, withConnection } from '../platform/database/single-connection.ts';
import { readPartitions, readTables } from '../platform/database/table-copy.sql.ts';
import { RELEASE } from '../platform/program/release.ts';
import type { BlobStore } from '../platform/storage/blob-store.ts';
import type { BlobHolder } from '../platform/storage/bytes-check.ts';
import { encodeBase64 } from '../proof/bytes.ts';
import type { BackupPlace } from './backup-place.ts';
import { allStored, type CopiedPictures, copyPictures, namedInSnapshot } from './copy-pictures.ts';
import { findBackups, folderOf, manifestOf, nameAt, readManifest } from './kept-backups.ts';
import { type LogMemory, readLogMemory, rememberedSize, sizeOfNote } from './log-memory.ts';
import {
  type BackedUpLog,
  FORMAT,
  type ManifestContent,
  type SchemaKind,
  signManifest,
  type TableFile,
} from './manifest.ts';
import { PlaceUnavailable } from './place-unavailable.ts';
import { encryptSecrets, readSecrets } from './secrets-file.ts';
import {
  beginSnapshot,
  endSnapshot,
  type FoundLog,
  findLogs,
  findNewestAnchor,
  keepTables,
  readServer,
  snapshotLine,
} from './snapshot.sql.ts';
import { BackupChanged, putCompressed, putFile, type StoredFile } from './stored-file.ts';

/** Id of the advisory lock that only one backup of a database holds at a time. */
const LOCK = 7_310_265_116;
/** Milliseconds for which the backup waits for a migration that alters a table. */
const LOCK_TIMEOUT_MS = 600_000;

/** Another backup of this database is running. */
export class BackupRunning extends Error {
  override readonly name = 'BackupRunning';

  constructor() {
    super('Another backup of this database is running.');
  }
}

export interface BackupSource {
  /** Account that reads the tables. The one that serves is sufficient. */
  account: NamedUrl;
  database: Database;
  /** Name of the table of migrations. */
  migrationTable: string;
  /** False if the database is of an earlier release: its rows don't say which pictures they name. */
  isCurrent: boolean;
  holders: readonly BlobHolder[];
  store: BlobStore;
  dataDir: string;
  signer: Signer;
  /** Null to leave the secrets out. */
  passphrase: string | null;
  signal: AbortSignal;
  /** Called with a sentence at the beginning of each part. */
  onProgress?(what: string): void;
}

export interface BackupReport {
  name: string;
  takenAt: string;
  rows: number;
  /** Bytes that were written: tables, lists and new pictures aside. */
  byteSize: number;
  pictures: Pick<CopiedPictures, 'count' | 'bytes' | 'added' | 'missing'>;
  hasSecrets: boolean;
}

/**
 * Backs up a database, its pictures and its secrets while the service runs. The log's memory is read first: a checkpoint that it
 * has is then never newer than the entries in the snapshot. The manifest is written last; without it, the backup doesn't exist.
 * @throws BackupRunning, PlaceUnavailable, or the errors of the database and the picture store
 */
export async function takeBackup(source: BackupSource, place: BackupPlace): Promise<BackupReport> {
  const memory = await readLogMemory(source.dataDir);
  return withConnection(
    source.account,
    async (client, query) => {
      await limitSession(query, LOCK_TIMEOUT_MS);
      if (!(await tryLock(query, LOCK))) throw new BackupRunning();
      return write(source, place, { client, query, memory });
    },
    { name: 'imprimatur-backup', signal: source.signal },
  );
}

interface OpenSnapshot {
  client: Client;
  query: RunQuery;
  memory: LogMemory;
}

async function write(
  source: BackupSource,
  place: BackupPlace,
  { client, query, memory }: OpenSnapshot,
): Promise<BackupReport> {
  const { account, database, isCurrent, holders, store, dataDir, signer, passphrase, signal } = source;
  const progress = source.onProgress ?? (() => {});
  const snapshot = await beginSnapshot(query);
  const { at, version, schema } = await readServer(query);
  const name = nameAt(new Date(at), randomBytes(3).toString('hex'));
  const folder = folderOf(name);
  const { queueSchema } = databaseSettings(account.url);
  const kindOf = (one: string): SchemaKind => (one === queueSchema ? 'QUEUE' : 'SERVICE');
  const schemas = [schema, queueSchema];
  const found = await readTables(query, schemas);
  await keepTables(query, found);
  const migrations = ((await readMigrations(query, source.migrationTable)) ?? []).map((one) =>
    one.replace(/\.[jt]s$/, ''),
  );
  const logs = (await findLogs(query)).map((log) => backedUp(log, memory));
  await assertOwnPlace(place, logs);
  const partitions = await readPartitions(query, schemas);
  const anchor = await findNewestAnchor(query);

  progress(`${found.length} tables`);
  const tables: TableFile[] = [];
  for (const table of found) {
    signal.throwIfAborted();
    const stream = client.query(copyTo(snapshotLine(table)));
    const kind = kindOf(table.schema);
    const file = `${folder}/tables/${kind.toLowerCase()}.${table.name}.zst`;
    const stored = await putCompressed(place, file, stream);
    tables.push({ schema: kind, name: table.name, columns: table.columns, rows: stream.rowCount, ...stored });
  }

  progress('pictures');
  const names = isCurrent ? namedInSnapshot(database, snapshot, holders) : allStored(store);
  const pictures = await copyPictures({ place, store, names, file: `${folder}/pictures.zst`, signal });
  await endSnapshot(query);

  const after = await readLogMemory(dataDir);
  for (const log of logs) log.isSignedElsewhere = isSignedElsewhere(log, after);
  const secrets = passphrase === null ? null : await putSecrets(source, place, name, passphrase);
  const content: ManifestContent = {
    format: FORMAT,
    name,
    release: RELEASE.version,
    commit: RELEASE.commit,
    migrations: [...migrations].sort(),
    postgres: version,
    takenAt: new Date(at).toISOString(),
    sealKey: encodeBase64(signer.publicKey),
    logs,
    anchor,
    memory,
    tables,
    partitions: partitions.map((one) => ({ ...one, schema: kindOf(one.schema) })),
    pictures: {
      file: pictures.file,
      byteSize: pictures.byteSize,
      sha256: pictures.sha256,
      count: pictures.count,
      bytes: pictures.bytes,
      missing: pictures.missing,
    },
    secrets,
  };
  signal.throwIfAborted();
  await putFile(place, manifestOf(name), only(await signManifest(content, signer)));
  return {
    name,
    takenAt: content.takenAt,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    byteSize: tables.reduce((sum, { byteSize }) => sum + byteSize, 0),
    pictures,
    hasSecrets: secrets !== null,
  };
}

/**
 * Checks that the newest backup in the place is of this installation: restoring the newest backup, and deleting old ones, would
 * otherwise mix up two. An installation is known by its first log.
 * @throws PlaceUnavailable if it is of another one
 */
async function assertOwnPlace(place: BackupPlace, logs: readonly BackedUpLog[]): Promise<void> {
  const newest = (await findBackups(place)).complete.at(-1);
  if (newest === undefined) return;
  const first = await readManifest(place, newest).then(
    (manifest) => manifest?.logs[0]?.key,
    // `backup --verify` reports a damaged manifest. It doesn’t prevent further backups.
    (error) => {
      if (!(error instanceof BackupChanged)) throw error;
    },
  );
  if (first === undefined || logs.length === 0 || first === logs[0]!.key) return;
  throw new PlaceUnavailable(`${place.title} has backups of another installation. Use a place of its own for each.`);
}

function backedUp({ log, genesis, size, published, isClosed, frozenReason }: FoundLog, memory: LogMemory): BackedUpLog {
  const key = verifierKeyIn(genesis);
  // The file of another machine's checkpoint can be newer than the database's, if it died before it stored it there.
  const remembered = memory[`checkpoint-${log}`];
  const isNewer =
    remembered !== undefined && rememberedSize(memory, log) > (published ? (sizeOfNote(published) ?? 0) : 0);
  return {
    log,
    key,
    size,
    published: isNewer ? remembered : published,
    isClosed,
    frozenReason,
    isSignedElsewhere: false,
  };
}

/** True if the memory, read after the snapshot, is older than the snapshot: another machine signs checkpoints, too. */
function isSignedElsewhere({ log, published }: BackedUpLog, after: LogMemory): boolean {
  return published !== null && rememberedSize(after, log) < (sizeOfNote(published) ?? 0);
}

async function putSecrets(
  { dataDir }: BackupSource,
  place: BackupPlace,
  backup: string,
  passphrase: string,
): Promise<StoredFile & { names: string[] }> {
  const secrets = await readSecrets(dataDir);
  const file = `${folderOf(backup)}/secrets.json`;
  const stored = await putFile(place, file, only(await encryptSecrets(secrets, passphrase, backup)));
  return { ...stored, names: Object.keys(secrets) };
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
