import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../test/support/free-port.ts';
import { SERVICE_SCRIPT } from '../contenders.ts';

const START_PATIENCE_MS = 120_000;

/** One of the processes. Its port is null if it doesn't serve requests. */
interface ScaleProcess {
  readonly name: string;
  readonly port: number | null;
  readonly start: () => ChildProcess;
  child: ChildProcess;
}

/** Three data folders with two processes each, one that serves requests and one that does background work. */
export class ScaleMachines {
  readonly #all: ScaleProcess[] = [];

  static async start(folder: string, env: Readonly<Record<string, string>>): Promise<ScaleMachines> {
    const machines = new ScaleMachines();
    for (let machine = 1; machine <= 3; machine++) {
      const common = {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        ...env,
        DATA_DIR: path.join(folder, `${machine}`),
      };
      const port = await freePort();
      const script = (words: readonly string[], own: Record<string, string>) => () =>
        spawn(process.execPath, [SERVICE_SCRIPT[0]!, ...words], {
          env: { ...common, ...own },
          stdio: ['ignore', 'ignore', 'inherit'],
        });
      // The port of the worker's health report must not be that of the other process.
      machines.#add(`start ${machine}`, port, script(['start', '--no-worker'], { PORT: String(port) }));
      await machines.#untilReady(port);
      machines.#add(`worker ${machine}`, null, script(['worker'], { PORT: String(await freePort()) }));
    }
    return machines;
  }

  get ports(): number[] {
    return this.#all.flatMap(({ port }) => port ?? []);
  }

  get names(): string[] {
    return this.#all.map(({ name }) => name);
  }

  /** Kills a process, and starts it again after `awayMs`, as a supervisor does. */
  async killAndRestart(index: number, awayMs: number): Promise<string> {
    const one = this.#all[index % this.#all.length]!;
    const gone = once(one.child, 'exit');
    one.child.kill('SIGKILL');
    await gone;
    await sleep(awayMs);
    one.child = one.start();
    return one.name;
  }

  async stop(): Promise<void> {
    await Promise.all(
      this.#all.map(async ({ child }) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const gone = once(child, 'exit');
        child.kill('SIGTERM');
        const impatience = setTimeout(() => child.kill('SIGKILL'), 40_000);
        await gone;
        clearTimeout(impatience);
      }),
    );
  }

  /** Kills all processes without waiting, for the exit of this process. */
  kill(): void {
    for (const { child } of this.#all) child.kill('SIGKILL');
  }

  #add(name: string, port: number | null, start: () => ChildProcess): void {
    this.#all.push({ name, port, start, child: start() });
  }

  async #untilReady(port: number): Promise<void> {
    const end = performance.now() + START_PATIENCE_MS;
    for (;;) {
      const status = await fetch(`http://127.0.0.1:${port}/readyz`).then(
        (response) => response.status,
        () => 0,
      );
      if (status === 200) return;
      if (performance.now() > end) throw new Error('A process of the service is not ready.');
      await sleep(200);
    }
  }
}
