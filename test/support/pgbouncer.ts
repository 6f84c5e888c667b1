import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { freePort } from './service-process.ts';
import { unprivileged } from './unprivileged.ts';

export type PoolMode = 'transaction' | 'session' | 'statement';

export interface Pgbouncer extends AsyncDisposable {
  /** The URL of a database, by way of the pooler. */
  through(databaseUrl: string): string;
  /** Reads a table of its administration, such as `show pools`. */
  show(what: string): Promise<Record<string, unknown>[]>;
  log(): string;
}

/** A pgbouncer of its own before the server of these URLs, whose accounts it knows. */
export async function startPgbouncer(
  databaseUrls: readonly string[],
  { mode = 'transaction', settings = {} }: { mode?: PoolMode; settings?: Readonly<Record<string, string>> } = {},
): Promise<Pgbouncer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'imprimatur-pgbouncer-'));
  const { uid, gid } = unprivileged();
  const port = await freePort();
  const file = (name: string) => path.join(folder, name);
  const accounts = databaseUrls.map((url) => {
    const { username, password } = new URL(url);
    return `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"`;
  });
  const server = new URL(databaseUrls[0]!);
  const lines = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'plain',
    auth_file: file('users'),
    admin_users: decodeURIComponent(server.username),
    pool_mode: mode,
    default_pool_size: 10,
    max_client_conn: 500,
    logfile: file('log'),
    ...settings,
  };
  writeFileSync(file('users'), [...new Set(accounts)].join('\n'));
  writeFileSync(
    file('ini'),
    `[databases]\n* = host=${server.hostname} port=${server.port}\n[pgbouncer]\n${Object.entries(lines)
      .map(([name, value]) => `${name} = ${value}\n`)
      .join('')}`,
  );
  for (const name of ['.', 'users', 'ini']) chownSync(file(name), uid, gid);
  chmodSync(folder, 0o755);
  const pooler = spawn(PROGRAM, ['-q', file('ini')], { uid, gid, stdio: 'ignore' });
  const through = (databaseUrl: string) => Object.assign(new URL(databaseUrl), { port: String(port) }).toString();
  await untilAnswered(through(databaseUrls[0]!), pooler, () => readFileSync(file('log'), 'utf8'));
  return {
    through,
    async show(what) {
      const admin = new pg.Client(
        Object.assign(new URL(through(server.toString())), { pathname: '/pgbouncer' }).toString(),
      );
      await admin.connect();
      try {
        return (await admin.query(`show ${what}`)).rows;
      } finally {
        await admin.end();
      }
    },
    log: () => readFileSync(file('log'), 'utf8'),
    async [Symbol.asyncDispose]() {
      if (pooler.exitCode === null && pooler.signalCode === null) {
        pooler.kill('SIGTERM');
        await once(pooler, 'close');
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Debian's place, which isn't in every PATH. */
const PROGRAM = '/usr/sbin/pgbouncer';

async function untilAnswered(url: string, pooler: ChildProcess, log: () => string): Promise<void> {
  for (;;) {
    const client = new pg.Client(url);
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('select 1');
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') throw error;
      if (pooler.exitCode !== null) throw new Error(`pgbouncer ended.\n${log()}`, { cause: error });
      await new Promise((resolve) => setTimeout(resolve, 20));
    } finally {
      await client.end().catch(() => {});
    }
  }
}
