/** State of a log that passed its last audit. */
export interface AuditedState {
  /** Verifier key of the log. */
  vkey: string;
  /** The signed note as served by the log. */
  checkpoint: string;
  /** Hashes of the tree's right edge at that checkpoint, from which the audit continues. */
  hashes: Uint8Array[];
  /** Time when this tree was first seen. */
  seenAt: Date;
  /** True if the keys of all entries so far were checked against a trust file. */
  hasTrustedKeys: boolean;
}

/** Remembered state of a log, with the address where it was read. */
export interface RememberedState extends AuditedState {
  /** Name of the place where it is stored, for messages. */
  place: string;
  /** True if this log was last seen at this address. */
  isHere: boolean;
}

/** The remembered state can't be used. Discarding it automatically would forget the log's past. */
export class CorruptState extends Error {
  override readonly name = 'CorruptState';
}

/** Two signed notes of one log that contradict each other, and why. */
export interface ConflictEvidence {
  /**
   * True if the notes can't both be genuine, which convinces anyone with the log's key. False if each is valid by itself: that
   * the smaller tree was shown after the larger is then the auditor's word.
   */
  isProof: boolean;
  reason: string;
  notes: readonly string[];
}

/**
 * Memory of an auditor. Without it, a log that replaces the previous one would go unnoticed. A log is identified by its name and
 * key, wherever it is read. The address only tells which log to expect there.
 */
export interface AuditMemory {
  /** Name of the place where a log's state is stored, for messages. */
  placeOf(vkey: string): string;
  /** Advice on how to discard the state, as a sentence. */
  resetAdvice(place: string): string;
  /** Reads the states of all logs. One log can have several. @throws CorruptState */
  read(): Promise<RememberedState[]>;
  /** Replaces all remembered states of this log. */
  write(audited: AuditedState, url: string, auditedAt: Date): Promise<void>;
  /** Stops expecting this log at this address, because another log has replaced it. Its state stays. */
  stopExpecting(vkey: string): Promise<void>;
  /** Stores evidence and returns its place. Null if it isn't stored. The same notes are stored once. */
  keepEvidence(evidence: ConflictEvidence, vkey: string): Promise<string | null>;
  /** Creates the error for a state from `read` that contradicts itself. */
  corrupt(place: string, cause?: unknown): CorruptState;
}
