import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
} from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildService } from '../../scripts/service-bundle.ts';
import { withExclusiveLock } from '../../src/platform/database/exclusive-lock.ts';
import { ADMIN_TOKEN, type Credential, credentialHeaders, INBOUND_SECRET } from './api.ts';
import { freePort } from './free-port.ts';
import { onceInRun } from './once-in-run.ts';
import { PATIENCE_MS } from './patience.ts';

export { freePort };

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Beside the ordinary build, which may be an older one. Inside the project, since the service looks for its root from here. */
const BUILD = path.join(ROOT, 'dist/test-processes');
const PROGRAM = path.join(BUILD, 'src/main.js');

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface ServiceOptions {
  /** What the command line says after the program's name. */
  args?: string[];
  /** Over the defaults; `undefined` unsets one. */
  env?: Record<string, string | undefined>;
  dataDir?: DataDir;
  port?: number;
  /** Command line that runs the program with less than this machine has, and is replaced by it. */
  under?: readonly string[];
}

export interface JsonAnswer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of the body
  body: any;
}

/** A folder for a service, which the embedded database's own account may pass through. */
export class DataDir implements Disposable {
  readonly path = mkdtempSync(path.join(tmpdir(), 'imprimatur-fault-'));

  constructor() {
    chmodSync(this.path, 0o755);
  }

  /** Running processes that work in this folder: an embedded database server and its children. */
  processes(): number[] {
    return readdirSync('/proc')
      .filter((entry) => /^\d+$/.test(entry) && worksIn(entry, this.path))
      .map(Number);
  }

  [Symbol.dispose](): void {
    for (const pid of this.processes()) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It ended by itself after it was listed.
      }
    }
    rmSync(this.path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }
}

/** A process of the service, started as an operator would start it. Killed when it goes out of scope. */
export class ServiceProcess implements AsyncDisposable {
  readonly url: string;
  readonly exited: Promise<Exit>;
  stdout = '';
  stderr = '';
  readonly #child: ChildProcess;
  readonly #ownDataDir: DataDir | null;

  constructor({ args = ['start'], env = {}, dataDir, port = 0, under = [] }: ServiceOptions) {
    this.#ownDataDir = dataDir ? null : new DataDir();
    this.url = `http://127.0.0.1:${port}`;
    const [command = '', ...rest] = [...under, process.execPath, PROGRAM, ...args];
    this.#child = spawn(command, rest, {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        // Some hundred processes are started from the same build.
        NODE_COMPILE_CACHE: path.join(BUILD, 'compiled'),
        TMPDIR: process.env.TMPDIR,
        DATA_DIR: (dataDir ?? this.#ownDataDir)?.path,
        DATABASE_POOL_SIZE: '5',
        DEMO: '0',
        // Some hundred processes are started, and few of them are asked anything hot.
        WARM_UP_MS: '0',
        INTEGRATIONS_INBOUND_SECRET: INBOUND_SECRET,
        ADMIN_TOKEN,
        PORT: String(port),
        LOG_LEVEL: 'warn',
        ...env,
      },
    });
    this.#child.stdout!.setEncoding('utf8').on('data', (text) => (this.stdout += text));
    this.#child.stderr!.setEncoding('utf8').on('data', (text) => (this.stderr += text));
    this.exited = new Promise((resolve) => this.#child.once('close', (code, signal) => resolve({ code, signal })));
  }

  get pid(): number {
    return this.#child.pid!;
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Reads no more of what it says, as `| head` does. */
  leave(): void {
    this.#child.stdout!.destroy();
  }

  /** Resolves when it says on standard output that it is ready. */
  async ready(): Promise<this> {
    await until(() => {
      if (this.#child.exitCode !== null || this.#child.signalCode !== null)
        throw new Error(`It ended before it was ready.\n${this.stdout}\n${this.stderr}`);
      return /is ready/.test(this.stdout);
    });
    return this;
  }

  fetch(requestPath: string, { as, ...init }: RequestInit & { as?: Credential } = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    for (const [name, value] of Object.entries(credentialHeaders(as))) headers.set(name, value);
    return fetch(this.url + requestPath, { redirect: 'manual', ...init, headers });
  }

  /** A connection for what `fetch` does not send. Whoever opens it destroys it; what goes wrong with it is no error. */
  async connect(): Promise<Socket> {
    const socket = connect(Number(new URL(this.url).port), '127.0.0.1');
    socket.on('error', () => {});
    await once(socket, 'connect');
    return socket;
  }

  /** A JSON request and its JSON answer. */
  async json(
    requestPath: string,
    { as, body, headers }: { as?: Credential; body?: object; headers?: Record<string, string> } = {},
  ): Promise<JsonAnswer> {
    const response = await this.fetch(requestPath, {
      as,
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
      body: body && JSON.stringify(body),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  }

  /** Sends a brief. */
  render(brief: object = {}, { wait = 0, key }: { wait?: number; key?: string } = {}): Promise<JsonAnswer> {
    return this.json('/api/integrations/cinema/render', {
      as: 'integration',
      headers: { prefer: `wait=${wait}`, ...(key && { 'idempotency-key': key }) },
      body: { prompt: 'calm sea at dawn', width: 256, height: 256, ...brief },
    });
  }

  /** The status an address answers with; null when nobody does. Who hangs for so long is nobody. */
  async statusOf(requestPath: string): Promise<number | null> {
    return this.fetch(requestPath, { signal: AbortSignal.timeout(30_000) }).then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      () => null,
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      // A stopped process does not take any other signal.
      this.#child.kill('SIGCONT');
      this.#child.kill('SIGKILL');
    }
    await this.exited;
    this.#ownDataDir?.[Symbol.dispose]();
  }
}

/** Starts a process of the service on a free port. */
export async function startService(options: ServiceOptions): Promise<ServiceProcess> {
  await buildProgram();
  return new ServiceProcess({ ...options, port: options.port ?? (await freePort()) });
}

/** @returns the file that is run, compiled from what the source is now */
export async function buildProgram(): Promise<string> {
  built ??= onceInRun('program', build);
  await built;
  return PROGRAM;
}

let built: Promise<void> | undefined;

/** Builds what has changed since the last run. Two runs at once take turns. */
async function build(): Promise<void> {
  mkdirSync(BUILD, { recursive: true });
  await withExclusiveLock(path.join(BUILD, 'build.lock'), async () => {
    const sources = ['src', 'scripts/service-bundle.ts', 'package-lock.json', 'tsconfig.json'];
    const changedAt = Math.max(...sources.map((name) => lastChange(path.join(ROOT, name))));
    if (existsSync(PROGRAM) && statSync(PROGRAM).mtimeMs > changedAt) return;
    await buildService(path.dirname(PROGRAM));
  });
}

/** @returns when a file, or anything in a folder, was last written, in milliseconds */
function lastChange(place: string): number {
  const stats = statSync(place);
  const within = stats.isDirectory() ? readdirSync(place, { recursive: true, encoding: 'utf8' }) : [];
  return Math.max(stats.mtimeMs, ...within.map((name) => statSync(path.join(place, name)).mtimeMs));
}

/** Asks again and again until the answer is true. @throws when it never is. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  patienceMs = PATIENCE_MS,
  what = () => isSo.toString(),
): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`Not so after ${patienceMs} ms: ${what()}`);
    await sleep(50);
  }
}

function worksIn(pid: string, folder: string): boolean {
  try {
    return (
      readlinkSync(`/proc/${pid}/cwd`).startsWith(folder) ||
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder)
    );
  } catch {
    // Gone, or a zombie: that has neither.
    return false;
  }
}
