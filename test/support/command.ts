import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startService } from './service-process.ts';

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
