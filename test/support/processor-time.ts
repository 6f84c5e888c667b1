/**
 * Stopwatches for work, in milliseconds of processor time. What is waited for does not count, be it an answer or a core
 * that a neighbour has, so a limit means the same on a busy machine.
 */

/** Of this thread. */
export function startThreadTime(): () => number {
  const before = process.threadCpuUsage();
  return () => milliseconds(process.threadCpuUsage(before));
}

/** Of every thread of this process, as of those that decode pictures. */
export function startProcessTime(): () => number {
  const before = process.cpuUsage();
  return () => milliseconds(process.cpuUsage(before));
}

/**
 * Runs the same work until it takes less than `limitMs` of this thread, three times at most: a collection of garbage that other
 * files of the process left behind can fall into one attempt, and not into each. Work that is too much is too much every time.
 */
export async function leastThreadTime<Result>(
  limitMs: number,
  work: () => Result,
): Promise<{ result: Awaited<Result>; tookMs: number }> {
  for (let attempt = 1; ; attempt++) {
    const took = startThreadTime();
    const result = await work();
    const tookMs = took();
    if (tookMs < limitMs || attempt === 3) return { result, tookMs };
  }
}

const milliseconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000;
