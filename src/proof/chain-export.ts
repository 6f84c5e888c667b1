import type { HashedLink } from './chain.ts';

/** Format of an export: JSON Lines with one header, lines for entries in order, and one trailer. */
export const EXPORT_FORMAT = 'imprimatur.chain-export';
export const EXPORT_VERSION = 1;
export const EXPORT_MEDIA_TYPE = 'application/jsonl';

export interface ExportHeader {
  type: 'header';
  format: typeof EXPORT_FORMAT;
  version: typeof EXPORT_VERSION;
  /** Kind of the exported records, e.g. `RUN`. */
  kind: string;
  /** The requested filter. Empty for all records. */
  filter: Record<string, unknown>;
  exportedAt: string;
  issuer: string;
  /** Sequence number of the first exported entry. 0 if there are none. */
  first: number;
}

/** An entry with its record. */
export interface RecordLine {
  type: 'record';
  entry: HashedLink;
  /** The record whose digest is in the entry. */
  record: Record<string, unknown>;
  /** Values behind the record's `commitments`. Empty after erasure. */
  erasable: Record<string, unknown>;
  /** Salt of the commitments, hex. */
  salt?: string;
  /** Salts by member, if each has its own. Without those of erased members. */
  salts?: Record<string, string>;
  /** Time when the erasable members, or the last of them, were erased. */
  erasedAt?: string;
  /** Sigstore bundle of a sealed decision, which proves its position in the transparency log. */
  bundle?: unknown;
}

/** Reason why an entry has no record. */
export const RecordAbsence = {
  /** The record wasn't requested. */
  NOT_ASKED: 'NOT_ASKED',
  /** The record was deleted when its retention ended. */
  NOT_KEPT: 'NOT_KEPT',
  /** The record must be there, but is missing. */
  MISSING: 'MISSING',
} as const;
export type RecordAbsence = (typeof RecordAbsence)[keyof typeof RecordAbsence];

/** An entry without its record, which proves that no entry between its neighbours was left out. */
export interface EntryLine {
  type: 'entry';
  entry: HashedLink;
  absent: RecordAbsence;
}

export interface ExportTrailer {
  type: 'trailer';
  entries: number;
  records: number;
  /** The last entry above. Null for an export without entries. */
  last: { seq: number; hash: string } | null;
  /** Newest anchor in the transparency log, at the last entry or before it. Null with a note if the chain isn't anchored. */
  anchor: { seq: number; hash: string; bundle: unknown } | null;
  note?: string;
}

export type ExportLine = ExportHeader | RecordLine | EntryLine | ExportTrailer;
