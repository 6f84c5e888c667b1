import { existsSync, mkdtempSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { until } from './service-process.ts';

/** Where control groups limit memory, of either version. */
const GROUPS = [
  { root: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes', events: 'memory.oom_control' },
  { root: '/sys/fs/cgroup', limit: 'memory.max', events: 'memory.events' },
];

/** A control group with so much memory. What runs under it is killed by the kernel when it takes more. */
export class LittleMemory implements AsyncDisposable {
  readonly #folder: string;
  readonly #events: string;

  constructor(megabytes: number) {
    const group = GROUPS.find(({ root, limit }) => {
      if (!existsSync(root)) return false;
      const folder = mkdtempSync(path.join(root, 'imprimatur-'));
      const canLimit = existsSync(path.join(folder, limit));
      rmdirSync(folder);
      return canLimit;
    });
    if (!group) throw new Error('No control group limits memory here.');
    this.#folder = mkdtempSync(path.join(group.root, 'imprimatur-'));
    this.#events = group.events;
    writeFileSync(path.join(this.#folder, group.limit), String(megabytes * 2 ** 20));
  }

  /** False where this account can make no control groups. */
  static get isPossible(): boolean {
    try {
      const group = new LittleMemory(512);
      rmdirSync(group.#folder);
      return true;
    } catch {
      return false;
    }
  }

  get under(): string[] {
    return ['/bin/sh', '-c', `echo $$ > ${this.#folder}/cgroup.procs && exec "$@"`, 'sh'];
  }

  /** Number of processes that the kernel killed. */
  get kills(): number {
    const events = readFileSync(path.join(this.#folder, this.#events), 'utf8');
    return Number(/^oom_kill (\d+)$/m.exec(events)?.[1]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await until(() => readFileSync(path.join(this.#folder, 'cgroup.procs'), 'utf8') === '');
    rmdirSync(this.#folder);
  }
}

/** One core of those that there are. */
export const oneCore = ['taskset', '-c', '0'];

/**
 * A file system that only takes writes in one folder, with a megabyte of /tmp that runs no programs: as containers have it with
 * `read_only: true`.
 */
export function readOnlyBut(folder: string): string[] {
  const aside = '/mnt';
  const steps = [
    `mount --bind '${folder}' ${aside}`,
    'mount -t tmpfs -o size=1m,noexec tmpfs /tmp',
    `mkdir -p '${folder}'`,
    `mount --bind ${aside} '${folder}'`,
    'mount -o remount,bind,ro /',
    // What fails here would leave the program with more than it was to have.
    '! touch /in-root 2>/dev/null',
    'exec "$@"',
  ];
  return ['unshare', '--mount', '/bin/sh', '-c', steps.join(' && '), 'sh'];
}
