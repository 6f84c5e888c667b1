import type { Context } from './context.ts';

/** What can be found wrong. None ever changes its meaning. */
export const FindingKind = {
  /** A row names bytes that are not there. */
  BYTES_MISSING: 'BYTES_MISSING',
  /** The bytes that a row names are not the ones that were stored. */
  BYTES_DAMAGED: 'BYTES_DAMAGED',
  /** The bytes are the ones that were stored, and a row gives another size. */
  SIZE_WRONG: 'SIZE_WRONG',
  /** Bytes that no row names. */
  BYTES_ORPHANED: 'BYTES_ORPHANED',
  /** Bytes that were set aside as orphans, and no row has named since. */
  BYTES_SET_ASIDE: 'BYTES_SET_ASIDE',
  /** A file that an upload has left which broke off. */
  FILE_LEFT_OVER: 'FILE_LEFT_OVER',
  /** The log's own account of its size or its tree is not what its entries make up. */
  LOG_STATE_WRONG: 'LOG_STATE_WRONG',
  LOG_ENTRY_MISSING: 'LOG_ENTRY_MISSING',
  /** An entry does not hash to its leaf. */
  LOG_ENTRY_CHANGED: 'LOG_ENTRY_CHANGED',
  LOG_TILE_MISSING: 'LOG_TILE_MISSING',
  LOG_TILE_WRONG: 'LOG_TILE_WRONG',
  /** A signed tree that is not the one of the entries. */
  LOG_CHECKPOINT_WRONG: 'LOG_CHECKPOINT_WRONG',
  /** A seal, or what became of one, is not what stands in its place in the log. */
  SEAL_NOT_LOGGED: 'SEAL_NOT_LOGGED',
  /** A seal's columns say something else than what was signed. */
  SEAL_CHANGED: 'SEAL_CHANGED',
} as const;
export type FindingKind = (typeof FindingKind)[keyof typeof FindingKind];

export interface Finding {
  kind: FindingKind;
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
  /** Whether the time is up: to be asked between steps. */
  isOver(): boolean;
  found(finding: Finding): void;
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
