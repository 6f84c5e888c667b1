import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runningProcesses } from './process-table.ts';

const END_PATIENCE_MS = 10_000;
/** Milliseconds to wait after the last signal. A process that waits for a busy disk ends only when the disk responds. */
const KILL_PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 50;

/**
 * Ids of running processes of the database server in this folder, or of the `initdb` that creates it. Found by working directory,
 * or by arguments and process title where the working directory isn't readable.
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

/** Ends processes with increasingly strong signals. @throws if some still run after the last signal */
export async function endProcesses(left: () => number[], ...signals: NodeJS.Signals[]): Promise<void> {
  for (const signal of signals) {
    for (const pid of left()) trySignal(pid, signal);
    const deadline = performance.now() + (signal === 'SIGKILL' ? KILL_PATIENCE_MS : END_PATIENCE_MS);
    while (left().length > 0 && performance.now() < deadline) await sleep(LOOK_EVERY_MS);
  }
  if (left().length > 0)
    throw new Error(
      `Processes of an earlier database server are still running: ${left().join(', ')}. End them, then start again.`,
    );
}

function trySignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already ended.
  }
}
