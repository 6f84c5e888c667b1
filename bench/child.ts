import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../test/support/free-port.ts';
import { type Contender, SERVICE_SCRIPT, type Server } from './contenders.ts';
import { statOf, TICK_MS } from './process-stat.ts';

const START_PATIENCE_MS = 60_000;
const STOP_PATIENCE_MS = 10_000;

/** A contender with its running process. */
export interface RunningContender {
  contender: Contender;
  url: string;
}

/** All processes of one run, so that they are stopped even if the run fails. */
export class Children {
  readonly #all: ChildProcess[] = [];
  readonly #byPort = new Map<string, ChildProcess>();

  /** Starts a process and waits until `answers` succeeds. Returns its URL. */
  async start(
    server: Server,
    env: Record<string, string>,
    answers: (url: string) => Promise<unknown>,
  ): Promise<string> {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const script = server.script.map((word) => word.replace('$PORT', String(port)));
    await this.startScript(server.name, script, { PORT: String(port), ...env, ...server.env }, () => answers(url));
    return url;
  }

  /** Starts the service, or a build of another commit. Returns its URL. */
  async startService(
    env: Record<string, string>,
    words: readonly string[] = [],
    service: readonly string[] = SERVICE_SCRIPT,
  ): Promise<string> {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    await this.startScript('Imprimatur', [...service, ...words], { PORT: String(port), ...env }, () =>
      assertReady(url),
    );
    return url;
  }

  /** Starts a script of Node and waits until `answers` succeeds. */
  async startScript(
    name: string,
    script: readonly string[],
    env: Record<string, string>,
    answers: () => Promise<unknown>,
  ): Promise<void> {
    const child = spawn(process.execPath, script, {
      env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    this.#all.push(child);
    if (env.PORT) this.#byPort.set(env.PORT, child);
    await untilAnswers(name, child, START_PATIENCE_MS, answers);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#all.map((child) => endProcess(child, STOP_PATIENCE_MS)));
  }

  /** Stops the process that listens at this URL. */
  async stopAt(url: string): Promise<void> {
    await endProcess(this.#byPort.get(new URL(url).port)!, STOP_PATIENCE_MS);
  }

  /** Current memory and total processor time of the process that listens at this URL. */
  useOf(url: string): { residentBytes: number; processorMs: number } {
    const { pid } = this.#byPort.get(new URL(url).port)!;
    return { residentBytes: residentBytesOf(pid!), processorMs: processorMsOf(pid!) };
  }

  /** Kills all processes without waiting, for the exit of this process. */
  kill(): void {
    for (const child of this.#all) child.kill('SIGKILL');
  }
}

/**
 * Sends the request of a contender and returns the rows of its response.
 * @throws if the status isn't 200 or the response has errors
 */
export async function ask({
  contender: { headers, body, rows },
  url,
}: RunningContender): Promise<Record<string, unknown>[]> {
  const response = await fetch(url, {
    headers: { ...(body && { 'Content-Type': 'application/json' }), ...headers },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const answer = JSON.parse(text) as { errors?: unknown };
  if (response.status !== 200 || answer.errors) throw new Error(`HTTP ${response.status}: ${text.slice(0, 500)}`);
  return rows(answer as never);
}

function residentBytesOf(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    // The process has ended.
    return 0;
  }
}

function processorMsOf(pid: number): number {
  const fields = statOf(pid);
  return fields ? (Number(fields[11]) + Number(fields[12])) * TICK_MS : 0;
}

/** @throws if the service at this URL isn't ready */
export async function assertReady(url: string): Promise<void> {
  const { status } = await fetch(`${url}/readyz`);
  if (status !== 200) throw new Error(`/readyz answers ${status}`);
}

/** Waits until `answers` succeeds. @throws if the process ends or takes too long */
export async function untilAnswers(
  name: string,
  child: ChildProcess,
  patienceMs: number,
  answers: () => Promise<unknown>,
): Promise<void> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    try {
      await answers();
      return;
    } catch (cause) {
      const hasEnded = child.exitCode !== null || child.signalCode !== null;
      if (hasEnded || Date.now() > deadline) throw new Error(`${name} does not answer.`, { cause });
      await sleep(100);
    }
  }
}

/** Stops a process, and kills it if it takes too long. */
export async function endProcess(child: ChildProcess, patienceMs: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const impatience = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  await gone;
  clearTimeout(impatience);
}
