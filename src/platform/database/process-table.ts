import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** A process, named so that a later one with the same number is not taken for it. */
export interface ProcessIdentity {
  pid: number;
  /** Which boot of the machine, and at how many clock ticks into it; null where there is no `/proc`. */
  startedAt: string | null;
}

export interface RunningProcess {
  pid: number;
  /** What it was called with, spaces in between, or the title that it gave itself. */
  command: string;
  /** Null when we cannot know: for another account's process, that takes a right that containers deny even root. */
  workingDirectory: string | null;
}

export function identityOf(pid: number): ProcessIdentity {
  return { pid, startedAt: statOf(pid)?.startedAt ?? null };
}

export function isSame(one: ProcessIdentity, other: ProcessIdentity): boolean {
  return one.pid === other.pid && one.startedAt === other.startedAt;
}

/** Whether this very process still runs. A zombie does not: it only waits for its parent to notice. */
export function isRunning({ pid, startedAt }: ProcessIdentity): boolean {
  if (!exists(pid)) return false;
  const stat = statOf(pid);
  return stat === null || (stat.state !== 'Z' && (startedAt === null || stat.startedAt === startedAt));
}

/** Zombies may be among them, but have neither command nor folder left. */
export function runningProcesses(): RunningProcess[] {
  return existsSync('/proc/self/stat') ? processesOfProc() : processesOfPs();
}

function processesOfProc(): RunningProcess[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map((entry) => ({
      pid: Number(entry),
      command: readOr('', () => readFileSync(`/proc/${entry}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()),
      workingDirectory: readOr(null, () => readlinkSync(`/proc/${entry}/cwd`)),
    }));
}

function processesOfPs(): RunningProcess[] {
  const { stdout } = spawnSync('ps', ['-A', '-ww', '-o', 'pid=,command='], { encoding: 'utf8' });
  return Array.from((stdout ?? '').matchAll(/^ *(\d+) (.*)$/gm), ([, pid, command]) => ({
    pid: Number(pid),
    command: command!.trim(),
    workingDirectory: null,
  }));
}

/** Whether the number is taken at all. Zero and less would ask after groups of processes. */
function exists(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function statOf(pid: number): { state: string; startedAt: string } | null {
  return readOr(null, () => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in brackets and may itself hold brackets and spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0]!, startedAt: `${bootId()} ${fields[19]}` };
  });
}

const bootId = () => readOr('', () => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());

function readOr<T>(otherwise: T, read: () => T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
