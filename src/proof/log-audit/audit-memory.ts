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

/** What was kept of the last audit cannot be used. Beginning anew by itself would forget the log's past. */
export class SpoiltState extends Error {
  override readonly name = 'SpoiltState';
}

/** Two signed notes of one log that do not go together, and why. */
export interface Evidence {
  /**
   * Whether they cannot both be true, which convinces anybody who has the log's key. Else each is true by itself, and that the
   * smaller tree was shown after the larger is the word of whoever saw it.
   */
  isProof: boolean;
  reason: string;
  notes: readonly string[];
}

/** Where an auditor remembers a log: without it, nobody would notice that the log is another one than last time. */
export interface AuditMemory {
  /** As it is called in a sentence. */
  readonly place: string;
  /** How somebody begins anew who wants to: a sentence. */
  readonly beginAnew: string;
  /** Null before the first audit. @throws SpoiltState */
  read(): Promise<AuditedState | null>;
  write(audited: AuditedState, url: string, auditedAt: Date): Promise<void>;
  /** What was kept of a log that another one has followed stays, under the name of its key. */
  setAside(vkey: string): Promise<void>;
  /** Where it is kept; null where it is not. The same notes are kept once. */
  keepEvidence(evidence: Evidence): Promise<string | null>;
  /** What to throw when what `read` gave does not hold together. */
  spoilt(cause?: unknown): SpoiltState;
}
