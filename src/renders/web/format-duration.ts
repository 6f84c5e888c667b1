/**
 * Formats a duration with a precision that suits its length. A negative duration, from differing clocks of two machines, counts
 * as 0.
 */
export function formatDuration(durationMs: number): string {
  const ms = Math.max(0, durationMs);
  if (ms > 0 && ms < 100) return `${Math.max(1, Math.round(ms))} ms`;
  const tenths = Math.round(ms / 100);
  if (tenths < 100 && ms % 1_000 !== 0) return `${(tenths / 10).toFixed(1)} s`;
  // Rounded before they are divided, so that 59.9 seconds become a minute.
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
