import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { keptSecret, secretFile } from '../encryption/secrets.ts';
import { SIZES } from '../program/memory.ts';
import { assertFolder, claim, isOutside, recordFolder } from './data-folder.ts';
import { type DatabaseRole, ensureDatabase } from './database-roles.ts';
import { createCluster } from './embedded-postgres-cluster.ts';
import { choosePlace, isDatabase, type ServerPlace } from './embedded-postgres-place.ts';
import { choosePort } from './embedded-postgres-port.ts';
import { endProcesses, processesOf } from './embedded-postgres-processes.ts';
import { withExclusiveLock } from './exclusive-lock.ts';
import { identityOf, isRunning, isSame, type ProcessIdentity } from './process-table.ts';
import { sqlstateOf } from './sqlstate.ts';

export interface EmbeddedPostgres {
  /**
   * URL of the service's database for its owner. The owner may do everything in that database, and nothing outside of it except
   * create databases.
   */
  url: string;
  /** URL of the service's database for the account that serves, which has only the privileges that the owner grants. */
  serviceUrl: string;
  /** URL of the service's database for the superuser, whom no grant or trigger restricts. Only `move-database` uses it. */
  superuserUrl: string;
  dataDirectory: string;
  /** True if this process runs and stops the database server. False if it shares the server that another process runs. */
  isOwner: boolean;
  /** Folder of the database server's files if they couldn't be in DATA_DIR. Otherwise null. */
  relocatedTo: string | null;
  /**
   * Stops the database server and waits for its end. A server that another process runs isn't stopped; this process just stops
   * watching it.
   */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  dataDir: string;
  /** PostgreSQL settings by name, in addition to the defaults. */
  settings?: Record<string, string>;
  log?: (line: string) => void;
}

const SUPERUSER = 'postgres';
const OWNER_PASSWORD = 'postgres-password';
const SERVICE_PASSWORD = 'postgres-service-password';
const SUPERUSER_PASSWORD = 'postgres-superuser-password';
/** Names of the secrets that belong to one embedded server, and are useless for another one. */
export const SERVER_PASSWORDS: readonly string[] = [OWNER_PASSWORD, SERVICE_PASSWORD, SUPERUSER_PASSWORD];

const SETTINGS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  // No socket: the loopback address is enough, and a socket's path could exceed its limit of 107 bytes.
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: SIZES.sharedBuffers,
  log_min_messages: 'warning',
};

/**
 * Milliseconds to wait until a started server answers. After a crash it first replays its log, and a shorter limit would kill it
 * again and again.
 */
const READY_PATIENCE_MS = 60_000;
const LOCK_PATIENCE_MS = 10_000;
const POLL_EVERY_MS = 50;
const WATCH_EVERY_MS = 500;
/** Maximum pause between attempts to restart a server. The pause doubles after each failed attempt, up to this maximum. */
const MAX_WATCH_DELAY_MS = 10_000;
const MAX_LOG_BYTES = 10_000_000;

/** Data about the running database server, stored for processes that share it and for the next start. */
interface ServerState {
  port: number;
  owner: ProcessIdentity;
  /** Inode of DATA_DIR, to detect that the stored state was copied with a DATA_DIR. Older releases omit it. */
  inode?: number;
}

/**
 * Starts PostgreSQL in DATA_DIR, or finds the running server. One process owns the server, restarts it when it crashes, and stops
 * it. When the owner ends, another process that uses the server becomes the owner, otherwise the next one to open it. Remains of
 * a dead server are removed before a start. The server runs in its own session, so that Ctrl-C in a terminal doesn't stop it
 * before the service has stopped.
 * @throws with the end of the server's log if it doesn't start
 */
export async function openEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  mkdirSync(options.dataDir, { recursive: true });
  // The path without symlinks, because the kernel reports the working directories of server processes in that form.
  const dataDir = realpathSync(options.dataDir);
  return withExclusiveLock(lockFile(dataDir), async () => {
    const place = await choosePlace(dataDir);
    return heldFor(dataDir, place, async () => {
      const server = new RunningServer(place, { ...options, dataDir });
      await server.open();
      return server;
    });
  });
}

/**
 * Makes this DATA_DIR the owner of its database. The previous owner is refused from then on.
 * @returns the database's folder; null if this DATA_DIR has no database outside of it
 * @throws DatabaseOfAnotherFolder while a process of another DATA_DIR uses the database
 */
export async function claimEmbeddedPostgres(givenDir: string): Promise<string | null> {
  const dataDir = realpathSync(givenDir);
  return withExclusiveLock(lockFile(dataDir), async () => {
    const place = await choosePlace(dataDir);
    if (!isDatabase(place.dataDirectory) || !isOutside(dataDir, place)) return null;
    return withExclusiveLock(folderLock(place), async () => claim(dataDir, place));
  });
}

/** Runs `work` if the database belongs to this data folder. Two data folders with the same database wait for each other. */
async function heldFor<T>(dataDir: string, place: ServerPlace, work: () => Promise<T>): Promise<T> {
  if (!isDatabase(place.dataDirectory) || !isOutside(dataDir, place)) return work();
  return withExclusiveLock(folderLock(place), () => {
    assertFolder(dataDir, place);
    return work();
  });
}

/** The lock file is in the database's folder, which data folders with the same database share. */
const folderLock = ({ dataDirectory }: ServerPlace) => path.join(dataDirectory, 'imprimatur-data-folder.lock');

const lockFile = (dataDir: string) => path.join(dataDir, 'postgres.lock');

class RunningServer implements EmbeddedPostgres {
  isOwner = false;
  readonly dataDirectory: string;
  readonly relocatedTo: string | null;
  readonly #place: ServerPlace;
  readonly #dataDir: string;
  readonly #settings: Record<string, string>;
  readonly #stateFile: string;
  readonly #logFile: string;
  readonly #owner: DatabaseRole;
  readonly #service: DatabaseRole;
  readonly #superuserPassword: string;
  readonly #clusterName: string;
  readonly #log: (line: string) => void;
  readonly #stopping = new AbortController();
  #isOpen = false;
  #port = 0;
  #postmaster: ProcessIdentity | null = null;
  #timer: NodeJS.Timeout | undefined;
  #checking: Promise<void> = Promise.resolve();
  #stopped: Promise<void> | undefined;

  constructor(place: ServerPlace, options: EmbeddedPostgresOptions) {
    this.#place = place;
    this.dataDirectory = place.dataDirectory;
    this.relocatedTo = place.relocatedTo;
    this.#dataDir = options.dataDir;
    this.#stateFile = path.join(options.dataDir, 'postgres.json');
    this.#logFile = `${place.dataDirectory}.log`;
    this.#owner = { name: 'imprimatur', password: keptSecret(options.dataDir, OWNER_PASSWORD) };
    this.#service = { name: 'imprimatur_service', password: keptSecret(options.dataDir, SERVICE_PASSWORD) };
    this.#superuserPassword = keptSecret(options.dataDir, SUPERUSER_PASSWORD);
    // Server name that is part of the title of each server process.
    this.#clusterName = `imprimatur-${createHash('sha256').update(place.dataDirectory).digest('hex').slice(0, 12)}`;
    this.#settings = { ...SETTINGS, ...options.settings, cluster_name: this.#clusterName };
    this.#log = options.log ?? (() => {});
  }

  get url(): string {
    return this.#urlOf(this.#owner, this.#owner.name);
  }

  get serviceUrl(): string {
    return this.#urlOf(this.#service, this.#owner.name);
  }

  get superuserUrl(): string {
    return this.#urlOf(this.#superuser, this.#owner.name);
  }

  get #superuser(): DatabaseRole {
    return { name: SUPERUSER, password: this.#superuserPassword };
  }

  /** Finds or starts the database server, and starts watching it. The caller must hold the lock. */
  async open(): Promise<void> {
    await this.#attach();
    this.#isOpen = true;
    this.#scheduleCheck(WATCH_EVERY_MS);
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await this.#checking;
    const isLeftToUs = this.isOwner || !this.#hasOwner();
    this.isOwner = false;
    if (!isLeftToUs) return;
    // The server is stopped even if locking isn't possible, e.g. in a deleted folder.
    const patience = AbortSignal.timeout(LOCK_PATIENCE_MS);
    await withExclusiveLock(lockFile(this.#dataDir), () => this.#shutDown(), patience).catch(() => this.#shutDown());
  }

  async #shutDown(): Promise<void> {
    const state = this.#readState();
    const isTakenOver = state !== null && isRunning(state.owner) && !isSame(state.owner, identityOf(process.pid));
    if (isTakenOver) return;
    await this.#end('SIGINT', 'SIGQUIT', 'SIGKILL');
    rmSync(this.#stateFile, { force: true });
    try {
      if (isOutside(this.#dataDir, this.#place)) recordFolder(this.#dataDir, this.#place, null);
    } catch {
      // The folder was deleted or the disk is full. Other processes find out by themselves that this process has ended.
    }
  }

  #urlOf({ name, password }: DatabaseRole, database: string): string {
    return `postgres://${name}:${encodeURIComponent(password)}@127.0.0.1:${this.#port}/${database}`;
  }

  /** Finds or starts the database server, and decides which process owns it. The caller must hold the lock. */
  async #attach(): Promise<void> {
    const state = this.#readState();
    const hasOwner = this.#hasOwner();
    if (await this.#findRunning()) {
      this.isOwner = false;
      if (hasOwner) return;
      this.#log('The process that started the database server has ended. This process takes it over.');
    } else {
      await this.#clearAway();
      if (!isDatabase(this.dataDirectory)) {
        if (this.#isOpen)
          throw new Error(`${this.dataDirectory} no longer contains a database. Restore it from a backup.`);
        await createCluster(this.#dataDir, this.#place, this.#superuser);
      }
      if (!this.#isOpen) this.#port = await choosePort(state?.port, hasOwner);
      await this.#start();
    }
    this.#own();
  }

  #own(): void {
    this.isOwner = true;
    const draft = `${this.#stateFile}.new`;
    try {
      if (isOutside(this.#dataDir, this.#place)) recordFolder(this.#dataDir, this.#place, identityOf(process.pid));
      const state: ServerState = {
        port: this.#port,
        owner: identityOf(process.pid),
        inode: statSync(this.#dataDir).ino,
      };
      writeFileSync(draft, JSON.stringify(state), { mode: 0o600 });
      renameSync(draft, this.#stateFile);
    } catch (error) {
      // A full disk must not stop a running server. Without this record, the next process that opens the server also watches it.
      this.#log(`The owner of the database server can't be recorded: ${(error as Error).message}`);
    }
  }

  #readState(): ServerState | null {
    try {
      const { ino } = statSync(this.#dataDir);
      const { port, owner, inode = ino } = JSON.parse(readFileSync(this.#stateFile, 'utf8')) as ServerState;
      return inode === ino ? { port, owner: { pid: owner.pid, startedAt: owner.startedAt } } : null;
    } catch {
      return null;
    }
  }

  #scheduleCheck(delayMs: number): void {
    this.#timer = setTimeout(() => {
      this.#checking = this.#checkServer(delayMs);
    }, delayMs);
    this.#timer.unref();
  }

  /** Checks regularly whether the server runs, because a server that another process started isn't a child process. */
  async #checkServer(delayMs: number): Promise<void> {
    let nextMs = WATCH_EVERY_MS;
    try {
      if (!this.#isWell()) {
        await withExclusiveLock(lockFile(this.#dataDir), () => this.#attach(), this.#stopping.signal);
      }
      if (this.isOwner) this.#trimLog();
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      this.#log(`The database server can't be restarted: ${(error as Error).message}`);
      nextMs = Math.min(delayMs * 2, MAX_WATCH_DELAY_MS);
    }
    if (!this.#stopping.signal.aborted) this.#scheduleCheck(nextMs);
  }

  #isWell(): boolean {
    if (!this.#postmaster || !isRunning(this.#postmaster)) return false;
    return this.isOwner || this.#hasOwner();
  }

  #hasOwner(): boolean {
    const state = this.#readState();
    return state !== null && isRunning(state.owner);
  }

  /** Finds the running server of this data directory, and waits until it has started. False if none runs. */
  async #findRunning(): Promise<boolean> {
    const { pid, port } = this.#postmasterFile();
    if (!(pid > 0 && port > 0)) return false;
    // The pid file alone proves nothing: it remains when the server crashes, and its process id can then belong to another
    // program.
    if (!processesOf(this.dataDirectory, this.#clusterName).includes(pid)) return false;
    this.#postmaster = identityOf(pid);
    this.#port = port;
    return this.#waitUntilReady();
  }

  #postmasterFile(): { pid: number; port: number; status: string } {
    try {
      const lines = readFileSync(path.join(this.dataDirectory, 'postmaster.pid'), 'utf8').split('\n');
      return { pid: Number(lines[0]), port: Number(lines[3]), status: lines[7]?.trim() ?? '' };
    } catch {
      return { pid: 0, port: 0, status: '' };
    }
  }

  /**
   * Removes the remains of a crashed server: processes that continued after the postmaster, and its pid file. PostgreSQL would
   * treat a reused process id, or that of a zombie, as a running server.
   */
  async #clearAway(): Promise<void> {
    if (this.#isOpen) this.#log('The database server has ended. Restarting it.');
    await this.#end('SIGQUIT', 'SIGKILL');
    rmSync(path.join(this.dataDirectory, 'postmaster.pid'), { force: true });
  }

  async #start(): Promise<void> {
    const { binaries, account } = this.#place;
    this.#trimLog();
    const log = openSync(this.#logFile, 'a', 0o600);
    const earlierBytes = this.#logBytes();
    const settings = Object.entries({ ...this.#settings, port: String(this.#port) });
    const child = spawn(
      path.join(binaries, 'bin', 'postgres'),
      ['-D', this.dataDirectory, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      {
        cwd: '/',
        env: { PATH: process.env.PATH, LC_ALL: 'C' },
        stdio: ['ignore', log, log],
        detached: true,
        ...account,
      },
    );
    closeSync(log);
    const ended = new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(error.message));
      child.once('exit', (code, signal) => resolve(`it ended with ${signal ?? `code ${code}`}`));
    });
    this.#postmaster = child.pid ? identityOf(child.pid) : null;
    try {
      if (await this.#waitUntilReady()) return;
      const isHanging = this.#postmaster !== null && isRunning(this.#postmaster);
      const reason = isHanging ? "it didn't answer within a minute" : await ended;
      const lines = readFileSync(this.#logFile).subarray(earlierBytes).toString('utf8').trim();
      throw new Error(`The database server didn't start: ${reason}.\n${lines.slice(-1_500)}`.trim());
    } catch (error) {
      await this.#end('SIGQUIT', 'SIGKILL');
      throw error;
    } finally {
      child.unref();
    }
  }

  /** Waits until the database server accepts connections. False if the server ended or wasn't ready within the time limit. */
  async #waitUntilReady(): Promise<boolean> {
    const deadline = performance.now() + READY_PATIENCE_MS;
    while (this.#postmaster && isRunning(this.#postmaster) && performance.now() < deadline) {
      if (await this.#answers()) return true;
      await sleep(POLL_EVERY_MS, undefined, { signal: this.#stopping.signal });
    }
    return false;
  }

  /**
   * True if the database server accepts the password. Creates the database, its owner and the service's account if they are missing.
   * @throws if the server rejects the password, because waiting doesn't help
   */
  async #answers(): Promise<boolean> {
    const { pid, status } = this.#postmasterFile();
    if (pid !== this.#postmaster?.pid || status !== 'ready') return false;
    const client = new pg.Client({
      connectionString: this.#urlOf(this.#superuser, 'postgres'),
      connectionTimeoutMillis: 3_000,
      query_timeout: 3_000,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      await ensureDatabase(client, this.#owner, this.#service);
      return true;
    } catch (cause) {
      if (sqlstateOf(cause) !== INVALID_PASSWORD) return false;
      const file = secretFile(this.#dataDir, SUPERUSER_PASSWORD);
      throw new Error(
        `The database was created with a password other than the one in ${file}. Restore that file from the backup of the database.`,
        { cause },
      );
    } finally {
      await client.end().catch(() => {});
    }
  }

  /** Ends the postmaster, which ends the other server processes. If it has already ended, ends them one by one. */
  async #end(...signals: NodeJS.Signals[]): Promise<void> {
    await endProcesses(
      () => {
        if (this.#postmaster && isRunning(this.#postmaster)) return [this.#postmaster.pid];
        return processesOf(this.dataDirectory, this.#clusterName);
      },
      ...signals,
    );
  }

  /**
   * Truncates the server's log when it is too long. PostgreSQL only appends to it, so it can be truncated while the server runs.
   */
  #trimLog(): void {
    if (this.#logBytes() > MAX_LOG_BYTES) truncateSync(this.#logFile);
  }

  #logBytes(): number {
    return statSync(this.#logFile, { throwIfNoEntry: false })?.size ?? 0;
  }
}

/** SQLSTATE for a wrong password. */
const INVALID_PASSWORD = '28P01';
