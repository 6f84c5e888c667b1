import type { Context } from '../context.ts';

export interface IntegrityFinding {
  /** Kind of fault in capitals, defined by the feature. Never changes its meaning. */
  kind: string;
  /** Describes the faulty object and its fault, for operators. */
  what: string;
  /** Affected database rows, each as kind and id. */
  rows: readonly string[];
  /** Description of how the fault was repaired. Null if it wasn't repaired. */
  repair: string | null;
}

/** Context of an integrity check. */
export interface IntegrityRun {
  ctx: Context;
  /** True to repair faults. False to change nothing at all. */
  repairs: boolean;
  /** True if repairs may delete old data. False while deletion is held because a clock may be wrong. */
  deletes: boolean;
  /** True if the time limit of the run is reached. Call it between steps. */
  isOver(): boolean;
  found(finding: IntegrityFinding): void;
  /** Adds `added` to the count named `what` in the summary, e.g. `rows`. */
  count(what: string, added: number): void;
  progress(done: number, total: number): void;
}

/** An invariant of the stored data with its check, which runs while the service is in use. */
export interface IntegrityCheck {
  /** Name by which an operator selects the check. */
  name: string;
  /** Runs the check. Returns false if it was stopped at the time limit. */
  run(run: IntegrityRun): Promise<boolean>;
}
