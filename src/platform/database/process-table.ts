import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Identity of a process, so that a later process with the same pid isn't confused with it. */
export interface ProcessIdentity {
  pid: number;
  /** Boot id and start time in clock ticks. Null on systems without `/proc`. */
  startedAt: string | null;
}

export interface RunningProcess {
  pid: number;
  /** Command line, with spaces between arguments, or the title that the process has set. */
  command: string;
  /** Working directory. Null if unknown: reading it for another account needs a right that containers deny even to root. */
  workingDirectory: string | null;
}

export function identityOf(pid: number): ProcessIdentity {
  return { pid, startedAt: statOf(pid)?.startedAt ?? null };
}

export function isSame(one: ProcessIdentity, other: ProcessIdentity): boolean {
  return one.pid === other.pid && one.startedAt === other.startedAt;
}

/** True if the process with this identity is running. False for a zombie, which only waits for its parent. */
export function isRunning({ pid, startedAt }: ProcessIdentity): boolean {
  if (!exists(pid)) return false;
  const stat = statOf(pid);
  return stat === null || (stat.state !== 'Z' && (startedAt === null || stat.startedAt === startedAt));
}

/** Lists running processes. Can include zombies, which have neither command nor working directory. */
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

/** True if a process has this pid. False for zero and negative numbers, which the system call would treat as process groups. */
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
    // Fields after the second one, the program's name in parentheses, which can itself contain parentheses and spaces.
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
