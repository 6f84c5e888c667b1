import type { LogFn, Logger } from 'pino';
import { isDatabaseAway, isDatabaseBusy, whyAway } from '../errors/errors.ts';

/** Between two sentences of one kind: soon again at first, then seldom. */
const FIRST_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 60_000;

interface ReportedOutage {
  at: number;
  pauseMs: number;
  /** What was left out since, by what would have been said of it. */
  leftOut: Map<string, number>;
}

/**
 * While the database is away, everything that needs it fails, and each would say so with a stack that shows nobody's mistake.
 * One sentence says it instead, again and again but ever more seldom, with how much failed meanwhile.
 */
export function outageLines(): (this: Logger, args: Parameters<LogFn>, method: LogFn) => void {
  const told = new Map<string, ReportedOutage>();
  return function (args, method) {
    const [fields, message] = args as unknown as [unknown, unknown];
    const error = (fields as { err?: unknown } | null | undefined)?.err;
    const sentence = error === undefined ? null : sentenceOn(error);
    if (sentence === null) return void method.apply(this, args);
    const now = performance.now();
    const before = told.get(sentence);
    const what = String(message);
    // What has been well for that long begins anew.
    const goesOn = before && now - before.at < before.pauseMs * 2 + FIRST_PAUSE_MS;
    if (goesOn && now - before.at < before.pauseMs) {
      before.leftOut.set(what, (before.leftOut.get(what) ?? 0) + 1);
      return;
    }
    const failed = Object.fromEntries(before?.leftOut ?? []);
    failed[what] = (failed[what] ?? 0) + 1;
    const pauseMs = goesOn ? Math.min(before.pauseMs * 2, MAX_PAUSE_MS) : FIRST_PAUSE_MS;
    told.set(sentence, { at: now, pauseMs, leftOut: new Map() });
    method.apply(this, [{ failed }, `${sentence} What needs it is refused or waits, and goes on by itself.`] as never);
  };
}

/** What did not answer was another service: its sockets fail with the same codes. */
const OF_OTHERS: readonly string[] = ['PostFailed', 'DownloadFailed'];

function isOfOthers(error: unknown): boolean {
  return error instanceof Error && (OF_OTHERS.includes(error.name) || isOfOthers(error.cause));
}

/** Null for every other error. */
function sentenceOn(error: unknown): string | null {
  if (isOfOthers(error)) return null;
  const cause = (error as { cause?: unknown }).cause ?? error;
  if (isDatabaseBusy(error)) return 'Every connection to the database is in use.';
  if (isDatabaseAway(error)) return `The database does not answer: ${whyAway(cause)}.`;
  return null;
}
