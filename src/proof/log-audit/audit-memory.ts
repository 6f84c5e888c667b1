/** State of a log that passed its last audit. */
export interface AuditedState {
  /** Verifier key of the log. */
  vkey: string;
  /** Signed note of the checkpoint, as served by the log. */
  checkpoint: string;
  /** Hashes of the tree's right edge at that checkpoint, from which the next audit continues. */
  hashes: Uint8Array[];
  /** Number of checkpoints that the log listed up to this one. Null if it lists none, and if unknown. */
  listedCount: number | null;
  /** Time when an audit first read this tree. */
  seenAt: Date;
  /** True if the seal keys of all entries so far were compared with a trust file. */
  hasTrustedKeys: boolean;
}

/** Stored state of an audited log, and where it is stored. */
export interface RememberedState extends AuditedState {
  /** File or storage key of this state, for messages. */
  place: string;
  /** True if this log was the last one audited at the current address. */
  isHere: boolean;
}

/**
 * The stored state of an audited log is unusable. It isn't discarded automatically, because then a replaced log would go
 * unnoticed.
 */
export class CorruptState extends Error {
  override readonly name = 'CorruptState';
}

/** Two signed notes of one log that contradict each other, and why. */
export interface ConflictEvidence {
  /**
   * True if the notes can't both be genuine, which proves the conflict to anyone with the log's key. False if each note is valid
   * by itself: then only the auditor can testify that the smaller tree was shown after the larger.
   */
  isProof: boolean;
  reason: string;
  notes: readonly string[];
}

/**
 * Stores the results of audits. Without them, a log that replaces the previous one would go unnoticed. A log is identified by its
 * name and key, at any address. The address only determines which log is expected there.
 */
export interface AuditMemory {
  /** File or storage key of a log's state, for messages. */
  placeOf(vkey: string): string;
  /** Sentence that says how to discard the state of a log. */
  resetAdvice(place: string): string;
  /** Reads the stored states of all logs. One log can have several. @throws CorruptState */
  read(): Promise<RememberedState[]>;
  /** Stores the state of a log and deletes its earlier ones. */
  write(audited: AuditedState, url: string, auditedAt: Date): Promise<void>;
  /** Stops expecting a log at the current address, because another log has replaced it. Its state stays. */
  stopExpecting(vkey: string): Promise<void>;
  /** Stores evidence once and returns its file or storage key. Null if it can't be stored. */
  keepEvidence(evidence: ConflictEvidence, vkey: string): Promise<string | null>;
  /** Creates the error for a state from `read` that contradicts itself. */
  corrupt(place: string, cause?: unknown): CorruptState;
}
