import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createServer, type Server as TcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { type EmbeddedPostgres, openEmbeddedPostgres } from '../../../src/platform/database/embedded-postgres.ts';
import { PROJECT_ROOT } from '../../../src/platform/program/project-root.ts';
import { PATIENCE_MS } from '../../support/patience.ts';

export const USER_FIXTURE = 'test/platform/fixtures/embedded-postgres-user.ts';
/** The account `nobody`: one without any rights, and not the one that root hands the server to. */
export const STRANGER = { uid: 65_534, gid: 65_534 };

/**
 * For a `describe`: a folder for each test, what may be started in it, and after each test that nothing was left running.
 */
export function embeddedPostgres() {
  let root: string;
  let template: string;
  let dataDir: string;
  let lines: string[];
  let opened: EmbeddedPostgres[];
  let children: ChildProcess[];
  const relocated: string[] = [];

  beforeAll(async () => {
    root = realpathSync(mkdtempSync(path.join(tmpdir(), 'imprimatur-embedded-')));
    chmodSync(root, 0o755);
    template = path.join(root, 'template');
    const server = await openEmbeddedPostgres({ dataDir: template, settings: { fsync: 'off' } });
    await query(server.url, "create table note (text text); insert into note values ('kept')");
    await server.stop();
  });

  // Not after each test: some file systems are slow to make files where they have just deleted as many.
  afterAll(() => {
    for (const folder of [root, ...relocated, ...relocated.map((home) => `${home}.log`)]) {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  beforeEach(() => {
    dataDir = mkdtempSync(path.join(root, 'data-'));
    chmodSync(dataDir, 0o755);
    lines = [];
    opened = [];
    children = [];
  });

  afterEach(async () => {
    await Promise.all(opened.map((server) => server.stop()));
    await Promise.all(children.map(ended));
    const left = [root, ...relocated].flatMap(processesNaming);
    for (const { pid } of left) kill(pid, 'SIGKILL');
    expect(left).toEqual([]);
  });

  /** A folder with a database in which one note is kept. Copied, because making one takes a second. */
  function withDatabase(): void {
    spawnSync('cp', ['-a', `${template}/.`, dataDir]);
  }

  /** In the folder of the test, unless another is given. */
  async function open(
    options: { dataDir?: string; settings?: Record<string, string>; log?: (line: string) => void } = {},
  ) {
    const server = await openEmbeddedPostgres({
      dataDir: options.dataDir ?? dataDir,
      settings: { fsync: 'off', ...options.settings },
      log: (line) => {
        lines.push(line);
        options.log?.(line);
      },
    });
    opened.push(server);
    if (server.relocatedTo) relocated.push(server.relocatedTo);
    return server;
  }

  /** Another process that has the server open, until it is killed or told to stop. */
  async function otherProcess(options: { uid?: number; gid?: number; cwd?: string; wrapper?: string[] } = {}) {
    const { wrapper = [], cwd = PROJECT_ROOT, ...account } = options;
    const [program, ...args] = [...wrapper, process.execPath, USER_FIXTURE, dataDir];
    const child = spawn(program!, args, { cwd, stdio: 'pipe', ...account });
    children.push(child);
    let complaints = '';
    child.stderr.on('data', (chunk) => {
      complaints += chunk;
    });
    const [line] = await Promise.race([
      once(createInterface(child.stdout), 'line'),
      once(child, 'close').then(() => Promise.reject(new Error(`The other process ended: ${complaints}`))),
    ]);
    const found = JSON.parse(line) as Omit<EmbeddedPostgres, 'stop'>;
    if (found.relocatedTo) relocated.push(found.relocatedTo);
    return { ...found, pid: child.pid!, kill: () => killed(child), stop: () => stopped(child) };
  }

  const postmasterPid = (directory = path.join(dataDir, 'postgres')) =>
    Number(readFileSync(path.join(directory, 'postmaster.pid'), 'utf8').split('\n')[0]);

  /** Started by a process that never takes note of its end: killed, it stays behind as a zombie. */
  async function unreapedPostmaster(): Promise<{ pid: number; parent: ChildProcess }> {
    const server = await open();
    const postgres = readlinkSync(`/proc/${postmasterPid()}/exe`);
    await server.stop();
    const { uid, gid } = statSync(server.dataDirectory);
    const args = ['-D', server.dataDirectory, '-c', 'unix_socket_directories=', '-p', String(await unusedPort())];
    const parent = spawn('sh', ['-c', '"$@" & exec sleep 60', 'sh', postgres, ...args], { cwd: '/', uid, gid });
    children.push(parent);
    await until(() => existsSync(path.join(server.dataDirectory, 'postmaster.pid')));
    await until(() => /^ready/m.test(readFileSync(path.join(server.dataDirectory, 'postmaster.pid'), 'utf8')));
    return { pid: postmasterPid(), parent };
  }

  return {
    get root() {
      return root;
    },
    get dataDir() {
      return dataDir;
    },
    get lines() {
      return lines;
    },
    get children() {
      return children;
    },
    withDatabase,
    open,
    otherProcess,
    postmasterPid,
    unreapedPostmaster,
  };
}

export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, query_timeout: 30_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query(sql);
    return rows;
  } finally {
    await client.end();
  }
}

export async function notes(url: string): Promise<unknown[]> {
  return (await query(url, 'select text from note')).map(({ text }) => text);
}

export async function untilAnswers(url: string): Promise<void> {
  const answers = () => query(url, 'select 1').then(Boolean, () => false);
  await until(answers);
}

export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Still not so after ${PATIENCE_MS} ms: ${holds}`);
    await sleep(20);
  }
}

export const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Running processes that work somewhere below this folder, or were called with a path below it. */
export function processesNaming(folder: string): { pid: number; command: string }[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map((entry) => ({ pid: Number(entry), command: commandOf(entry), cwd: workingDirectoryOf(entry) }))
    .filter(({ command, cwd }) => command.includes(folder) || cwd.startsWith(folder))
    .map(({ pid, command }) => ({ pid, command }));
}

export function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

export function workingDirectoryOf(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}

export function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone already.
  }
}

export async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

export async function stopped(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.stdin?.end();
  expect(await exit).toEqual([0, null]);
}

/** A child that waits for the end of its input stops in good order; any other is killed. */
export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.stdin?.end();
  if (!child.spawnargs.some((argument) => argument.endsWith(USER_FIXTURE))) child.kill('SIGKILL');
  await exit;
}

export const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);

export const portOf = (url: string) => Number(new URL(url).port);

export async function listener(port: number): Promise<TcpServer> {
  // A server that was just killed holds its port until its last process has ended.
  for (;;) {
    const server = createServer((socket) => socket.destroy());
    server.listen(port, '127.0.0.1');
    const isTaken = await Promise.race([
      once(server, 'listening').then(() => false),
      once(server, 'error').then(() => true),
    ]).catch(() => true);
    if (!isTaken) return server;
    await sleep(5);
  }
}

export async function unusedPort(): Promise<number> {
  const server = await listener(0);
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
