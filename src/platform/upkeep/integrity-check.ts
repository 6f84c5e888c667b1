import type { Context } from '../context.ts';

export interface IntegrityFinding {
  /** What is wrong, in capitals, as the part names it that looks. Never changes its meaning. */
  kind: string;
  /** For people: what it is about and what is wrong with it. */
  what: string;
  /** Rows that are concerned, by kind and id. */
  rows: readonly string[];
  /** What was done about it; null when nothing was, or nothing could be. */
  repair: string | null;
}

/** What a check is given. */
export interface IntegrityRun {
  ctx: Context;
  /** Whether what can be repaired is to be; otherwise nothing at all is changed. */
  repairs: boolean;
  /** True if a repair may also delete what is old enough: not while deletion is held. */
  deletes: boolean;
  /** Whether the time is up: to be asked between steps. */
  isOver(): boolean;
  found(finding: IntegrityFinding): void;
  /** Adds to what is said in the end to have been looked at, e.g. `rows`. */
  count(what: string, added: number): void;
  /** How far it is. */
  progress(done: number, total: number): void;
}

/** Something that has to be true whatever happens, and how to find out whether it is, while the service runs. */
export interface IntegrityCheck {
  /** As it is asked for by name. */
  name: string;
  /** False when the time was up before it was through. */
  run(run: IntegrityRun): Promise<boolean>;
}
