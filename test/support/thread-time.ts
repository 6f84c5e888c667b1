/**
 * A stopwatch for what this thread works, in milliseconds of processor time. What it waits for does not count, be it an
 * answer or a core that a neighbour has, so a limit means the same on a busy machine.
 */
export function startThreadTime(): () => number {
  const before = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  };
}
