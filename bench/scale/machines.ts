import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../test/support/free-port.ts';
import { assertReady, endProcess, untilAnswers } from '../child.ts';
import { SERVICE_SCRIPT } from '../contenders.ts';

const START_PATIENCE_MS = 120_000;
const STOP_PATIENCE_MS = 40_000;

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
      const name = `start ${machine}`;
      const child = machines.#add(name, port, script(['start', '--no-worker'], { PORT: String(port) }));
      await untilAnswers(name, child, START_PATIENCE_MS, () => assertReady(`http://127.0.0.1:${port}`));
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
    await Promise.all(this.#all.map(({ child }) => endProcess(child, STOP_PATIENCE_MS)));
  }

  /** Kills all processes without waiting, for the exit of this process. */
  kill(): void {
    for (const { child } of this.#all) child.kill('SIGKILL');
  }

  #add(name: string, port: number | null, start: () => ChildProcess): ChildProcess {
    const child = start();
    this.#all.push({ name, port, start, child });
    return child;
  }
}
