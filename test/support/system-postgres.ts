import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, chownSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { SYSTEM_POSTGRES_BIN } from './debian-postgres.ts';
import { freePort, until } from './service-process.ts';
import { unprivileged } from './unprivileged.ts';

/** Runs a program of PostgreSQL as the account of the server. @throws with its output */
function run(program: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(path.join(SYSTEM_POSTGRES_BIN, program), args, {
    cwd: '/',
    encoding: 'utf8',
    ...unprivileged(),
  });
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
}

/** A folder that the server's account owns, and that goes with the test. */
export class ServerFolder implements Disposable {
  readonly path = mkdtempSync(path.join(tmpdir(), 'imprimatur-server-'));

  constructor() {
    chmodSync(this.path, 0o755);
    own(this.path);
  }

  /** Creates a folder in it. */
  folder(name: string): string {
    const made = path.join(this.path, name);
    mkdirSync(made, { mode: 0o700 });
    own(made);
    return made;
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

function own(file: string): void {
  const { uid, gid } = unprivileged();
  chownSync(file, uid, gid);
}

/** A server of its own in a folder. Everybody on this machine is let in without a password. */
export class SystemPostgres implements AsyncDisposable {
  readonly dataDirectory: string;
  readonly port: number;
  readonly #child: ChildProcess;
  readonly #exited: Promise<unknown>;
  readonly #logFile: string;

  private constructor(dataDirectory: string, port: number) {
    this.dataDirectory = dataDirectory;
    this.port = port;
    this.#logFile = `${dataDirectory}.log`;
    const log = openSync(this.#logFile, 'a');
    this.#child = spawn(path.join(SYSTEM_POSTGRES_BIN, 'postgres'), ['-D', dataDirectory, '-p', String(port)], {
      cwd: '/',
      stdio: ['ignore', log, log],
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
      ...unprivileged(),
    });
    this.#exited = new Promise((resolve) => this.#child.once('close', resolve));
  }

  /** Makes a cluster with these lines in its configuration, and starts it. */
  static async make(folder: ServerFolder, settings: readonly string[] = []): Promise<SystemPostgres> {
    const dataDirectory = folder.folder('main');
    run(
      'initdb',
      '-D',
      dataDirectory,
      '-U',
      'postgres',
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    );
    const own = ["listen_addresses = '127.0.0.1'", "unix_socket_directories = ''", 'fsync = off', ...settings];
    appendFileSync(path.join(dataDirectory, 'postgresql.conf'), `${own.join('\n')}\n`);
    return SystemPostgres.start(dataDirectory);
  }

  /** Starts the server of a folder, and waits until it takes writes: a recovery is over then. */
  static async start(dataDirectory: string): Promise<SystemPostgres> {
    const server = new SystemPostgres(dataDirectory, await freePort());
    await until(async () => {
      if (server.#child.exitCode !== null) throw new Error(`It ended: ${readFileSync(server.#logFile, 'utf8')}`);
      return server.query('select pg_is_in_recovery() as recovers').then(
        ([row]) => row?.recovers === false,
        () => false,
      );
    });
    return server;
  }

  url(user = 'postgres', database = 'postgres'): string {
    return `postgres://${user}@127.0.0.1:${this.port}/${database}`;
  }

  /** Runs SQL as superuser. */
  async query(text: string, database = 'postgres'): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: this.url('postgres', database) });
    await client.connect();
    try {
      const results = [await client.query(text)].flat();
      return results.at(-1)!.rows;
    } finally {
      await client.end();
    }
  }

  /** Gives a folder to the account of the server. */
  static own(dataDirectory: string): string {
    const { uid, gid } = unprivileged();
    execFileSync('chown', ['-R', `${uid}:${gid}`, dataDirectory]);
    return dataDirectory;
  }

  /** Stops it, after it has archived what it wrote. */
  async stop(): Promise<void> {
    this.#child.kill('SIGINT');
    await this.#exited;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) this.#child.kill('SIGQUIT');
    await this.#exited;
  }
}
