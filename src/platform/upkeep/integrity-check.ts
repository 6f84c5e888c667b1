import type { Context } from '../context.ts';

export interface IntegrityFinding {
  /** Kind of fault in capitals, defined by the feature. Never changes its meaning. */
  kind: string;
  /** Explanation for people: the object and its fault. */
  what: string;
  /** Affected rows by kind and id. */
  rows: readonly string[];
  /** Description of the repair. Null if nothing was repaired. */
  repair: string | null;
}

/** Context of an integrity check. */
export interface IntegrityRun {
  ctx: Context;
  /** True to repair faults. False to change nothing at all. */
  repairs: boolean;
  /** True if repairs may delete old data. False while deletion is held. */
  deletes: boolean;
  /** True if the time is up. Call it between steps. */
  isOver(): boolean;
  found(finding: IntegrityFinding): void;
  /** Adds to a count in the summary, e.g. `rows`. */
  count(what: string, added: number): void;
  /** Reports the progress. */
  progress(done: number, total: number): void;
}

/** An invariant with its check, which runs while the service is in use. */
export interface IntegrityCheck {
  /** Name for selecting the check. */
  name: string;
  /** Runs the check. False if the time was up before the end. */
  run(run: IntegrityRun): Promise<boolean>;
}
