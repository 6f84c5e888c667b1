import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runningProcesses } from './process-table.ts';

const END_PATIENCE_MS = 10_000;
/** Nothing firmer follows. A process that waits for a busy disk ends only when the disk answers. */
const KILL_PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 50;

/**
 * The running processes of the server in this directory, or of the initdb that makes it. They work in it; where we may not
 * know that, they are known by what they were called with and by the title that the server gives its children.
 */
export function processesOf(directory: string, clusterName: string | null): number[] {
  return runningProcesses()
    .filter(({ command, workingDirectory }) => {
      const [program = '', rest] = command.split(' -D ', 2);
      if (workingDirectory === directory) return program.includes('postgres');
      if (clusterName !== null && program.startsWith(`postgres: ${clusterName}: `)) return true;
      return ['postgres', 'initdb'].includes(path.basename(program)) && `${rest} `.startsWith(`${directory} `);
    })
    .map(({ pid }) => pid);
}

/**
 * Ends processes, each signal firmer than the one before and given its time.
 * @throws when some are left after the last.
 */
export async function endProcesses(left: () => number[], ...signals: NodeJS.Signals[]): Promise<void> {
  for (const signal of signals) {
    for (const pid of left()) trySignal(pid, signal);
    const deadline = performance.now() + (signal === 'SIGKILL' ? KILL_PATIENCE_MS : END_PATIENCE_MS);
    while (left().length > 0 && performance.now() < deadline) await sleep(LOOK_EVERY_MS);
  }
  if (left().length > 0) throw new Error(`Processes of an earlier database server do not end: ${left().join(', ')}.`);
}

function trySignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone already.
  }
}
