/** What the last audit of a log found to be in order. */
export interface AuditedState {
  /** Verifier key of the log. */
  vkey: string;
  /** The signed note, as the log served it. */
  checkpoint: string;
  /** The tree's edge at that checkpoint: enough to go on from there. */
  hashes: Uint8Array[];
  /** When this tree was first seen here. */
  seenAt: Date;
  /** Whether the key of every entry so far was held against a trust file. */
  hasTrustedKeys: boolean;
}

/** State of a log that an auditor remembers, with the address where it was read. */
export interface RememberedState extends AuditedState {
  /** As it is called in a sentence. */
  place: string;
  /** True if this log is the one that was seen at this address. */
  isHere: boolean;
}

/** What was kept of the last audit cannot be used. Beginning anew by itself would forget the log's past. */
export class CorruptState extends Error {
  override readonly name = 'SpoiltState';
}

/** Two signed notes of one log that do not go together, and why. */
export interface ConflictEvidence {
  /**
   * Whether they cannot both be true, which convinces anybody who has the log's key. Else each is true by itself, and that the
   * smaller tree was shown after the larger is the word of whoever saw it.
   */
  isProof: boolean;
  reason: string;
  notes: readonly string[];
}

/**
 * Memory of an auditor. Without it, a log that replaces the one of last time would go unnoticed. A log is its name
 * and key, wherever it is read. The address only tells which log to expect there.
 */
export interface AuditMemory {
  /** Where the state of a log is kept, as it is called in a sentence. */
  placeOf(vkey: string): string;
  /** How somebody begins anew who wants to: a sentence. */
  beginAnew(place: string): string;
  /** Reads the states of all logs; those of one log come in any order. @throws SpoiltState */
  read(): Promise<RememberedState[]>;
  /** In the place of all that was kept of this log. */
  write(audited: AuditedState, url: string, auditedAt: Date): Promise<void>;
  /** The log is not to be expected at this address any more: another log has followed it. What was kept of it stays. */
  setAside(vkey: string): Promise<void>;
  /** Where it is kept; null where it is not. The same notes are kept once. */
  keepEvidence(evidence: ConflictEvidence, vkey: string): Promise<string | null>;
  /** Makes the error for a state from `read` that contradicts itself. */
  spoilt(place: string, cause?: unknown): CorruptState;
}
