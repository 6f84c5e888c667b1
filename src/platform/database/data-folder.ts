import { readFileSync, realpathSync, renameSync, rmSync, type Stats, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CommandError, ExitCode } from '../command-line/exit.ts';
import { keptHome, MARKER, type ServerPlace } from './embedded-postgres-place.ts';
import { isRunning, type ProcessIdentity } from './process-table.ts';

/** Record of which data folder owns a database outside of DATA_DIR. It is stored next to the database. */
interface FolderRecord {
  /** DATA_DIR without symlinks. */
  path: string;
  device: number;
  inode: number;
  /** Path of the database when the record was written. A copy of the database contains the original's path. */
  database: string;
  /** Process that runs the database. Null after that process has stopped it. */
  holder: ProcessIdentity | null;
}

const RECORD = 'imprimatur-data-folder.json';

/** Another data folder owns the database that this DATA_DIR refers to. */
export class DatabaseOfAnotherFolder extends CommandError {
  override readonly name = 'DatabaseOfAnotherFolder';

  constructor(message: string) {
    super(ExitCode.CONFIG, message);
  }
}

/**
 * True if the database is outside of DATA_DIR because a marker or symlink in DATA_DIR names it: a copy of DATA_DIR would use the
 * same database. A database inside DATA_DIR is copied with it.
 */
export function isOutside(dataDir: string, { dataDirectory }: Pick<ServerPlace, 'dataDirectory'>): boolean {
  const relative = path.relative(dataDir, realOf(dataDirectory));
  return relative.startsWith('..') || path.isAbsolute(relative);
}

/**
 * Checks that a database outside of DATA_DIR belongs to this folder: its record is missing, names this folder, or names a folder
 * that no longer uses the database.
 * @param dataDir without symlinks
 * @throws DatabaseOfAnotherFolder, which says how to make a real copy or to keep this folder
 */
export function assertFolder(dataDir: string, place: ServerPlace): void {
  const record = readRecord(place.dataDirectory);
  if (record === null || isOf(record, dataDir)) return;
  const database = place.dataDirectory;
  const words = `DATA_DIR: ${dataDir} uses the database in ${database}, which belongs to ${record.path}`;
  const copy = `${database}-copy`;
  const marker = path.join(dataDir, MARKER);
  const advice = `Copying a data folder doesn't copy that database. To copy it, stop the service there and run: cp -a ${typed(database)} ${typed(copy)} && echo ${typed(copy)} > ${typed(marker)}`;
  const holder = livingHolder(record);
  if (holder) throw new DatabaseOfAnotherFolder(`${words}. Process ${holder.pid} is using it there. ${advice}`);
  const rival = reasonToKeep(record, database);
  if (rival === null) return;
  throw new DatabaseOfAnotherFolder(
    `${words}. ${rival}. ${advice}. If the service runs from ${dataDir} from now on, run: imprimatur claim-database`,
  );
}

/**
 * Records that a database outside of DATA_DIR belongs to this data folder, and which process runs it.
 * @param dataDir without symlinks
 */
export function recordFolder(dataDir: string, { dataDirectory }: ServerPlace, holder: ProcessIdentity | null): void {
  const { dev, ino } = statSync(dataDir);
  const record: FolderRecord = {
    path: dataDir,
    device: dev,
    inode: ino,
    database: realOf(dataDirectory),
    holder,
  };
  const file = path.join(dataDirectory, RECORD);
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, `${JSON.stringify(record)}\n`, { mode: 0o600 });
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Makes this data folder the owner of its database. The previous owner is refused from then on.
 * @returns the database's folder
 * @throws DatabaseOfAnotherFolder while a process of the other folder uses it
 */
export function claim(dataDir: string, place: ServerPlace): string {
  const record = readRecord(place.dataDirectory);
  const holder = record !== null && !isOf(record, dataDir) ? livingHolder(record) : null;
  if (record && holder) {
    throw new DatabaseOfAnotherFolder(
      `DATA_DIR: process ${holder.pid} is using the database in ${place.dataDirectory} from ${record.path}. Stop it first.`,
    );
  }
  recordFolder(dataDir, place, null);
  return place.dataDirectory;
}

/**
 * Reads the record of the owner. Null for a database without a record, and for a copied database, whose record has the original's
 * path.
 */
function readRecord(dataDirectory: string): FolderRecord | null {
  try {
    const record = JSON.parse(readFileSync(path.join(dataDirectory, RECORD), 'utf8')) as FolderRecord;
    return record.database === realOf(dataDirectory) ? record : null;
  } catch (error) {
    const isAbsent = (error as NodeJS.ErrnoException).code === 'ENOENT';
    // A truncated record counts as missing: a full disk can cause one.
    if (isAbsent || error instanceof SyntaxError) return null;
    throw error;
  }
}

/**
 * True if the record names this data folder: by its path, or, after it was moved on its disk, by device and inode. The path alone
 * is enough, because a disk's device number can change at a reboot.
 */
function isOf(record: FolderRecord, dataDir: string): boolean {
  return record.path === dataDir || isRecorded(record, statSync(dataDir));
}

const isRecorded = ({ device, inode }: FolderRecord, { dev, ino }: Stats) => dev === device && ino === inode;

const livingHolder = ({ holder }: FolderRecord) => (holder && isRunning(holder) ? holder : null);

/**
 * Reason why the data folder in the record may still need the database. Null if that folder was deleted, or replaced by one that
 * doesn't lead to the database.
 */
function reasonToKeep(record: FolderRecord, database: string): string | null {
  try {
    const found = statSync(record.path, { throwIfNoEntry: false });
    if (!found) return null;
    if (isRecorded(record, found)) return 'That folder still exists';
    const home = keptHome(record.path);
    return home !== null && realOf(home) === realOf(database) ? 'A folder there leads to it, too' : null;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    return code === 'ENOTDIR' ? null : `Can't check whether that folder still exists (${code ?? 'unknown error'})`;
  }
}

/** Quotes a path for use in a shell command. */
const typed = (file: string) => (/^[\w./-]+$/.test(file) ? file : `'${file.replaceAll("'", `'\\''`)}'`);

function realOf(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return path.resolve(folder);
  }
}
