import { readFileSync } from 'node:fs';

/** Ticks of a second in /proc; it is 100 on every Linux there is. */
const TICK_MS = 10;

/** What another process has used: its processor time so far, and the memory that it holds now. */
export function useOf(pid: number): { processorMs: number; residentBytes: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  const [user, system] = [Number(fields[11]), Number(fields[12])];
  const resident = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return { processorMs: (user + system) * TICK_MS, residentBytes: Number(resident) * 1024 };
}
