import type { HashedLink } from './chain.ts';

/** Name of the format of an export: JSON Lines with one header, lines for entries in order, and one trailer. */
export const EXPORT_FORMAT = 'imprimatur.chain-export';
export const EXPORT_VERSION = 1;
export const EXPORT_MEDIA_TYPE = 'application/jsonl';

export interface ExportHeader {
  type: 'header';
  format: typeof EXPORT_FORMAT;
  version: typeof EXPORT_VERSION;
  /** Kind of the exported records, e.g. `RUN`. */
  kind: string;
  /** The requested filter of the export. Empty for all records. */
  filter: Record<string, unknown>;
  exportedAt: string;
  issuer: string;
  /** Sequence number of the first exported entry. 0 if no entry is exported. */
  first: number;
}

/** An anchor of an entry in an export: the signed statement, without its place in the log. */
export interface AnchorOfEntry {
  /** The signed bytes, as text. */
  statement: string;
  /** ECDSA P-256 signature over the statement in DSSE, in DER as base64. */
  signature: string;
  /** Id of the seal key. */
  keyId: string;
}

/** Line of an export with a chain entry and its record. */
export interface RecordLine {
  type: 'record';
  entry: HashedLink;
  /** Anchors of this entry. The anchor of the last entry of the export is in the trailer instead. */
  anchors?: readonly AnchorOfEntry[];
  /** The exported record. The chain entry contains its digest. */
  record: Record<string, unknown>;
  /** Values to which the record's `commitments` refer, without those that were erased. */
  erasable: Record<string, unknown>;
  /** Salt of the commitments, as hex, if all have the same. */
  salt?: string;
  /** Salts of the commitments by member, if each has its own. Erased members have none. */
  salts?: Record<string, string>;
  /** Time when the erasable values, or the last of them, were erased. */
  erasedAt?: string;
  /** Sigstore bundle of a sealed decision, which proves its position in the transparency log. */
  bundle?: unknown;
}

/** Why a chain entry is exported without its record. */
export const RecordAbsence = {
  /** The filter of the export doesn't include the record. */
  NOT_ASKED: 'NOT_ASKED',
  /** The record was deleted when its retention ended. */
  NOT_KEPT: 'NOT_KEPT',
  /** The record should exist, but is missing. */
  MISSING: 'MISSING',
} as const;
export type RecordAbsence = (typeof RecordAbsence)[keyof typeof RecordAbsence];

/** Line of an export with a chain entry but no record. It proves that no entry between its neighbours was left out. */
export interface EntryLine {
  type: 'entry';
  entry: HashedLink;
  anchors?: readonly AnchorOfEntry[];
  absent: RecordAbsence;
}

export interface ExportTrailer {
  type: 'trailer';
  entries: number;
  records: number;
  /** The last entry in the export. Null if it has no entries. */
  last: { seq: number; hash: string } | null;
  /**
   * Anchor of the export's last entry in the transparency log. Null if the export has no entries, or no anchor for its last
   * entry.
   */
  anchor: { seq: number; hash: string; bundle: unknown } | null;
  note?: string;
}

export type ExportLine = ExportHeader | RecordLine | EntryLine | ExportTrailer;
