import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { openEmbeddedPostgres } from '../../src/platform/database/embedded-postgres.ts';
import { until } from './service-process.ts';

/** The form for programs with threads. Debian's package is `faketime`. */
const LIBRARIES = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu'].map(
  (folder) => `${folder}/faketime/libfaketimeMT.so.1`,
);

/** How to start the database server again: as it was started the first time. */
interface Server {
  program: string;
  args: string[];
  account: { uid: number; gid: number };
}

/**
 * A clock that a database server and the services of a test go by, and that the test moves. The monotonic clock isn't moved, as
 * no step of a real clock moves it.
 */
export class MovedClock implements AsyncDisposable {
  readonly databaseUrl: string;
  readonly #folder: string;
  readonly #library: string;
  readonly #server: Server;
  readonly #superuser: pg.Pool;
  #aheadMs = 0;
  #postgres: ChildProcess | null = null;

  private constructor(folder: string, library: string, server: Server, urls: { url: string; superuserUrl: string }) {
    this.#folder = folder;
    this.#library = library;
    this.#server = server;
    this.databaseUrl = urls.url;
    this.#superuser = new pg.Pool({ connectionString: urls.superuserUrl, max: 1 }).on('error', () => {});
  }

  /** Starts a database server that goes by the clock. @param at what the clock shows first */
  static async start(at: Date = new Date()): Promise<MovedClock> {
    const library = LIBRARIES.find(existsSync);
    if (!library) throw new Error('Install libfaketime, which moves clocks: apt-get install faketime');
    const folder = mkdtempSync(path.join(tmpdir(), 'imprimatur-clock-'));
    chmodSync(folder, 0o755);
    const embedded = await openEmbeddedPostgres({
      dataDir: folder,
      settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
    });
    const server = serverIn(embedded.dataDirectory);
    await embedded.stop();
    const clock = new MovedClock(folder, library, server, embedded);
    clock.moveTo(at);
    await clock.startDatabase();
    return clock;
  }

  /** For processes that go by the clock and use the database. */
  get env(): Record<string, string> {
    return { DATABASE_URL: this.databaseUrl, ...this.#fakes };
  }

  get #fakes(): Record<string, string> {
    return {
      LD_PRELOAD: this.#library,
      FAKETIME_TIMESTAMP_FILE: this.#file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
  }

  get #file(): string {
    return path.join(this.#folder, 'ahead');
  }

  now(): Date {
    return new Date(Date.now() + this.#aheadMs);
  }

  /** Moves the clock of every process at once. */
  step(byMs: number): void {
    this.#aheadMs += byMs;
    const seconds = this.#aheadMs / 1_000;
    const draft = `${this.#file}.new`;
    writeFileSync(draft, `${seconds < 0 ? '' : '+'}${seconds.toFixed(3)}\n`, { mode: 0o644 });
    // Never seen half-written.
    renameSync(draft, this.#file);
  }

  moveTo(at: Date): void {
    this.step(at.getTime() - this.now().getTime());
  }

  async startDatabase(): Promise<void> {
    const { program, args, account } = this.#server;
    this.#postgres = spawn(program, args, {
      cwd: '/',
      env: { PATH: process.env.PATH, LC_ALL: 'C', ...this.#fakes },
      stdio: 'ignore',
      ...account,
    });
    await until(() =>
      this.query('select 1').then(
        () => true,
        () => false,
      ),
    );
  }

  async stopDatabase(): Promise<void> {
    const postgres = this.#postgres;
    this.#postgres = null;
    if (!postgres || postgres.exitCode !== null) return;
    postgres.kill('SIGINT');
    await once(postgres, 'exit');
  }

  /** Runs SQL as superuser in the database of the service. */
  async query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]> {
    return (await this.#superuser.query<Row>(text, values)).rows;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#superuser.end();
    await this.stopDatabase();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function serverIn(dataDirectory: string): Server {
  const pid = readFileSync(path.join(dataDirectory, 'postmaster.pid'), 'utf8').split('\n')[0]!;
  const [, ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
  const { uid, gid } = statSync(dataDirectory);
  return { program: readlinkSync(`/proc/${pid}/exe`), args, account: { uid, gid } };
}
