import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { unprivileged } from './unprivileged.ts';

/** Programs of PostgreSQL as Debian packages it, some of which the embedded one lacks. */
export const SYSTEM_POSTGRES_BIN = '/usr/lib/postgresql/15/bin';
const PASSWORD = 'secret';

/** A server of Debian's PostgreSQL 15, with the database and the account `imprimatur`. Every account has the same password. */
export class DebianPostgres implements AsyncDisposable {
  /** Folder of the server's account, deleted with the server. */
  readonly folder = makeFolder();
  readonly port: number;
  readonly #data: string;
  #server: ChildProcess | undefined;

  private constructor(port: number, data?: string) {
    this.port = port;
    this.#data = data ?? path.join(this.folder, 'data');
  }

  /** A primary, whose replicas may connect. */
  static async start(settings: Readonly<Record<string, string>> = {}): Promise<DebianPostgres> {
    const postgres = new DebianPostgres(await freePort());
    postgres.#run('initdb', '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8', '--auth=trust', '-D', postgres.#data);
    await postgres.#begin({ fsync: 'off', ...settings });
    await postgres.query(`create role imprimatur login replication password '${PASSWORD}'`, 'postgres');
    await postgres.query(`create role imprimatur_service login password '${PASSWORD}'`, 'postgres');
    await postgres.query('grant imprimatur_service to imprimatur', 'postgres');
    await postgres.query('create database imprimatur owner imprimatur', 'postgres');
    return postgres;
  }

  /** A replica, copied with `pg_basebackup`. */
  async makeReplica(settings: Readonly<Record<string, string>> = {}): Promise<DebianPostgres> {
    const replica = new DebianPostgres(await freePort());
    const from = `host=127.0.0.1 port=${this.port} user=imprimatur`;
    replica.#run('pg_basebackup', '-D', replica.#data, '-R', '-X', 'stream', '-c', 'fast', '-d', from);
    await replica.#begin({ fsync: 'off', ...settings });
    return replica;
  }

  /** A server on the copied files of another one. Resolves when it accepts writes, after any recovery. */
  static async startAt(data: string, settings: Readonly<Record<string, string>> = {}): Promise<DebianPostgres> {
    const postgres = new DebianPostgres(await freePort(), data);
    const { uid, gid } = unprivileged();
    execFileSync('chown', ['-R', `${uid}:${gid}`, data]);
    await postgres.#begin({ fsync: 'off', ...settings });
    for (;;) {
      const [row] = await postgres.query<{ recovers: boolean }>('select pg_is_in_recovery() as recovers', 'postgres');
      if (!row!.recovers) return postgres;
      await sleep(50);
    }
  }

  /** URL for an account, by default the one that owns the tables. */
  url(account = 'imprimatur', database = 'imprimatur'): string {
    return `postgres://${account}:${PASSWORD}@127.0.0.1:${this.port}/${database}`;
  }

  /** Runs SQL as superuser. */
  async query<Row extends pg.QueryResultRow>(text: string, database = 'imprimatur'): Promise<Row[]> {
    const client = new pg.Client(this.url('postgres', database));
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  }

  /** Makes a replica a server of its own. */
  async promote(): Promise<void> {
    await this.query('select pg_promote()');
  }

  /** Stops it in good order, after it has archived what it wrote. */
  async stop(): Promise<void> {
    await this.#stop('SIGINT');
  }

  /** Ends every process of the server at once, as a power failure does. */
  async kill(): Promise<void> {
    await this.#stop('SIGQUIT');
  }

  /** Lets it hang, as a frozen machine does, or go on. */
  freeze(): void {
    this.#signalAll('SIGSTOP');
  }

  thaw(): void {
    this.#signalAll('SIGCONT');
  }

  /** Starts it again after it was killed. */
  async restart(): Promise<void> {
    await this.#begin({ fsync: 'off' });
  }

  log(): string {
    return readFileSync(path.join(this.folder, 'log'), 'utf8');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.thaw();
    await this.#stop('SIGQUIT');
    rmSync(this.folder, { recursive: true, force: true });
  }

  #run(program: string, ...args: string[]): void {
    const done = spawnSync(path.join(SYSTEM_POSTGRES_BIN, program), args, {
      ...unprivileged(),
      encoding: 'utf8',
      cwd: this.folder,
    });
    if (done.status !== 0) throw new Error(`${program} failed.\n${done.error ?? ''}${done.stdout}${done.stderr}`);
  }

  async #begin(settings: Readonly<Record<string, string>>): Promise<void> {
    const all = { port: String(this.port), listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings };
    const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const log = path.join(this.folder, 'log');
    writeFileSync(log, '', { flag: 'a' });
    const { uid, gid } = unprivileged();
    chownSync(log, uid, gid);
    const command = `exec ${SYSTEM_POSTGRES_BIN}/postgres "$@" >>'${log}' 2>&1`;
    this.#server = spawn('sh', ['-c', command, 'sh', '-D', this.#data, ...args], { uid, gid, cwd: this.folder });
    for (;;) {
      if (this.#server.exitCode !== null) throw new Error(`PostgreSQL ended.\n${this.log()}`);
      if (
        await this.query('select 1', 'postgres').then(
          () => true,
          () => false,
        )
      )
        return;
      await sleep(50);
    }
  }

  #signalAll(signal: NodeJS.Signals): void {
    const server = this.#server;
    if (!server?.pid || server.exitCode !== null || server.signalCode !== null) return;
    const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(server.pid)], { encoding: 'utf8' });
    for (const pid of [server.pid, ...stdout.split('\n').map(Number).filter(Boolean)]) {
      try {
        process.kill(pid, signal);
      } catch {
        // It ended after it was listed.
      }
    }
  }

  async #stop(signal: NodeJS.Signals): Promise<void> {
    const server = this.#server;
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'close');
    server.kill(signal);
    await ended;
  }
}

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'imprimatur-debian-'));
  chmodSync(folder, 0o755);
  const { uid, gid } = unprivileged();
  chownSync(folder, uid, gid);
  return folder;
}
