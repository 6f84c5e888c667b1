import type { HashedLink } from './chain.ts';

/** The form of an export: JSON Lines, one header, lines for entries in their order, one trailer. */
export const EXPORT_FORMAT = 'imprimatur.chain-export';
export const EXPORT_VERSION = 1;
export const EXPORT_MEDIA_TYPE = 'application/jsonl';

export interface ExportHeader {
  type: 'header';
  format: typeof EXPORT_FORMAT;
  version: typeof EXPORT_VERSION;
  /** Whose records were asked for, e.g. `RUN`. */
  kind: string;
  /** Which of them, as they were asked for; empty for all. */
  filter: Record<string, unknown>;
  exportedAt: string;
  issuer: string;
  /** The place of the first entry that follows; 0 when none does. */
  first: number;
}

/** An entry with the record that it stands for. */
export interface RecordLine {
  type: 'record';
  entry: HashedLink;
  /** What the entry's digest is of. */
  record: Record<string, unknown>;
  /** What the record's `commitments` are to; empty once it was erased. */
  erasable: Record<string, unknown>;
  /** What the commitments were made with, as hex. */
  salt?: string;
  /** The same by member, where each has its own: of those that are still there. */
  salts?: Record<string, string>;
  /** When its erasable members were erased, or the last of them that were. */
  erasedAt?: string;
  /** Of a sealed decision: a Sigstore bundle, which holds what proves that it is in the transparency log. */
  bundle?: unknown;
}

/** Why an entry comes without its record. */
export const RecordAbsence = {
  /** It was not asked for. */
  NOT_ASKED: 'NOT_ASKED',
  /** Its time was over, and it was let go of. */
  NOT_KEPT: 'NOT_KEPT',
  /** It should be there, and is not. */
  MISSING: 'MISSING',
} as const;
export type RecordAbsence = (typeof RecordAbsence)[keyof typeof RecordAbsence];

/** An entry alone: it proves that nothing is left out between its neighbours. */
export interface EntryLine {
  type: 'entry';
  entry: HashedLink;
  absent: RecordAbsence;
}

export interface ExportTrailer {
  type: 'trailer';
  entries: number;
  records: number;
  /** The last entry above; null when there is none. */
  last: { seq: number; hash: string } | null;
  /** The head of the chain as it stands in the transparency log, at the last entry or before it; null with a note. */
  anchor: { seq: number; hash: string; bundle: unknown } | null;
  note?: string;
}

export type ExportLine = ExportHeader | RecordLine | EntryLine | ExportTrailer;
