import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildProgram, startService } from './service-process.ts';

export interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a command of the program to its end, as typed in a shell whose output goes to a file. */
export async function imprimatur(args: string[], env: Record<string, string | undefined> = {}): Promise<CommandResult> {
  await using command = await startService({ args, env });
  const { code } = await command.exited;
  return { code, stdout: command.stdout, stderr: command.stderr };
}

/**
 * The same in a process that takes one command after the other: for those that only read and judge, of which each takes
 * milliseconds, while to load the program takes half a second. What depends on the process, such as how it ends when
 * nobody answers, is told by `imprimatur`.
 */
export function imprimaturInTurn(args: string[]): Promise<CommandResult> {
  const result = turn.then(async () => {
    const program = await buildProgram();
    host ??= startHost(program);
    host.send(args);
    const [answer] = await once(host, 'message');
    return answer as CommandResult;
  });
  turn = result.catch(() => {});
  return result;
}

let turn: Promise<unknown> = Promise.resolve();
let host: ChildProcess | undefined;

function startHost(program: string): ChildProcess {
  const child = fork(path.join(import.meta.dirname, 'fixtures/commands-in-turn.ts'), [program], {
    env: { PATH: process.env.PATH },
    execArgv: ['--no-warnings'],
    silent: true,
  });
  child.once('exit', () => {
    host = undefined;
  });
  return child;
}

/** A folder that goes with the test. */
export class Folder implements Disposable {
  readonly path = mkdtempSync(path.join(tmpdir(), 'imprimatur-command-'));

  file(name: string): string {
    return path.join(this.path, name);
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
