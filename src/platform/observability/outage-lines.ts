import type { LogFn, Logger } from 'pino';
import { isDatabaseAway, isDatabaseBusy, unreachableReason } from '../errors/errors.ts';

/** Shortest pause between two log lines about the same outage. Later pauses are longer. */
const FIRST_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 60_000;

interface ReportedOutage {
  at: number;
  pauseMs: number;
  /** Number of suppressed errors since the last line, by message. */
  leftOut: Map<string, number>;
}

/**
 * Returns a pino hook that logs the errors of a database outage as one line without stacks, repeated at growing intervals with
 * the number of suppressed errors.
 */
export function outageLines(): (this: Logger, args: Parameters<LogFn>, method: LogFn) => void {
  const reported = new Map<string, ReportedOutage>();
  return function (args, method) {
    const [fields, message] = args as unknown as [unknown, unknown];
    const error = (fields as { err?: unknown } | null | undefined)?.err;
    const sentence = error === undefined ? null : sentenceOn(error);
    if (sentence === null) return void method.apply(this, args);
    const now = performance.now();
    const before = reported.get(sentence);
    const what = String(message);
    // A longer time since the last log line means a new outage, which starts again with the shortest pause.
    const goesOn = before && now - before.at < before.pauseMs * 2 + FIRST_PAUSE_MS;
    if (goesOn && now - before.at < before.pauseMs) {
      before.leftOut.set(what, (before.leftOut.get(what) ?? 0) + 1);
      return;
    }
    const failed = Object.fromEntries(before?.leftOut ?? []);
    failed[what] = (failed[what] ?? 0) + 1;
    const pauseMs = goesOn ? Math.min(before.pauseMs * 2, MAX_PAUSE_MS) : FIRST_PAUSE_MS;
    reported.set(sentence, { at: now, pauseMs, leftOut: new Map() });
    method.apply(this, [
      { failed },
      `${sentence} Requests that need it are refused or wait. The service recovers by itself.`,
    ] as never);
  };
}

/** Names of errors of connections to other services, which have the same codes as database errors. */
const OF_OTHERS: readonly string[] = ['PostFailed', 'DownloadFailed'];

function isOfOthers(error: unknown): boolean {
  return error instanceof Error && (OF_OTHERS.includes(error.name) || isOfOthers(error.cause));
}

/** Describes a database outage in one sentence. Null for every other error. */
function sentenceOn(error: unknown): string | null {
  if (isOfOthers(error)) return null;
  const cause = (error as { cause?: unknown }).cause ?? error;
  if (isDatabaseBusy(error)) return 'Every connection to the database is in use.';
  if (isDatabaseAway(error)) return `The database doesn't answer: ${unreachableReason(cause)}.`;
  return null;
}
