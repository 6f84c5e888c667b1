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

const milliseconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000;
