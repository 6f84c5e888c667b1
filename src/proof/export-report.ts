import type { DecisionCounts } from './decision-audit.ts';
import type { JsonObject } from './json.ts';

/** Defects that an export of records and their chain entries can have. */
export const ExportFindingCode = {
  /** A line doesn't have the format of an export. */
  UNREADABLE: 'UNREADABLE',
  /** The export ends before its trailer. */
  CUT: 'CUT',
  RECORD_CHANGED: 'RECORD_CHANGED',
  ENTRY_CHANGED: 'ENTRY_CHANGED',
  /** Entries of the chain are missing, or a record is missing that the export should contain. */
  REMOVED: 'REMOVED',
  /** Values of a record are erased, and no erasure of them is recorded. */
  ERASURE_UNEXPLAINED: 'ERASURE_UNEXPLAINED',
  /** Times of records, entries, the anchor or the export contradict each other. */
  TIME_DISORDER: 'TIME_DISORDER',
  /** An act on records, such as an erasure, isn't signed by the service or was changed. It explains nothing. */
  ACT_INVALID: 'ACT_INVALID',
  /** An act on records is signed with a key that the reader doesn't trust. */
  ACT_UNKNOWN: 'ACT_UNKNOWN',
  /** The header names another issuer than the anchor. */
  OTHER_ISSUER: 'OTHER_ISSUER',
  /** An entry appears twice, or the export has a line that doesn't belong to it. */
  ADDED: 'ADDED',
  REORDERED: 'REORDERED',
  /** An exported entry differs from the one in the anchor, or from the one that the reader saved. */
  REWRITTEN: 'REWRITTEN',
  /** The anchor's signature, log entry or statement isn't valid, or the anchor is for another entry than the last one. */
  ANCHOR_INVALID: 'ANCHOR_INVALID',
  /** The anchor is from a log or a key that the reader doesn't trust. */
  ANCHOR_UNKNOWN: 'ANCHOR_UNKNOWN',
  /** The proof of a sealed decision is missing or invalid, or belongs to another decision. */
  DECISION_INVALID: 'DECISION_INVALID',
  /** A sealed decision is from a log or a key that the reader doesn't trust. */
  DECISION_UNKNOWN: 'DECISION_UNKNOWN',
  /** The decisions about an approval request violate the approval rules. */
  APPROVAL_UNSOUND: 'APPROVAL_UNSOUND',
} as const;
export type ExportFindingCode = (typeof ExportFindingCode)[keyof typeof ExportFindingCode];

export interface ExportFinding {
  fault: ExportFindingCode;
  /** Line number of the finding in the export, from 1. */
  line: number;
  /** Sequence number of the chain entry. Null if the finding isn't about an entry. */
  seq: number | null;
  /** The finding as one sentence. It can contain text from the export. */
  reason: string;
}

export interface ExportReport {
  /** True if there are no findings and the last entry is anchored. */
  isClean: boolean;
  /** Kind of the exported records. Null if the header is unreadable. */
  kind: string | null;
  /**
   * True if the export proves that it has all records of its kind in its range of time, as of the time of its anchor. Always false
   * with a filter other than time, because only a record itself shows whether it matches such a filter. If false, a note says why.
   */
  isComplete: boolean;
  /** Time of the export, as the exporter claims. Null if the header is unreadable. */
  exportedAt: string | null;
  /** The first findings in the export, at most 20. */
  faults: ExportFinding[];
  faultCount: number;
  issuer: string | null;
  filter: JsonObject;
  first: number | null;
  last: { seq: number; hash: string } | null;
  entries: number;
  records: number;
  erased: number;
  /** Number of entries whose record wasn't requested. `notKept` is the number of entries whose record was deleted. */
  notAsked: number;
  notKept: number;
  anchor: { seq: number; hash: string; claimedAt: string; origin: string | null; treeSize: number } | null;
  /** Number of approval requests by result of their sealed decisions. Null if the export isn't one of decisions. */
  approvals: DecisionCounts | null;
  /** Facts that are worth knowing but aren't findings, one sentence each. */
  notes: string[];
}
