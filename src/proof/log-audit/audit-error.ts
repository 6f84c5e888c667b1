import { MalformedInput } from '../malformed-input.ts';
import { NoteRefused } from '../note.ts';
import type { ConflictEvidence } from './audit-memory.ts';

/** Codes for why the audit of a log fails. Their meaning never changes. */
export const AuditErrorCode = {
  /** A response doesn't have the format of a log. */
  UNREADABLE: 'UNREADABLE',
  /** The checkpoint is not signed by the log's key. */
  NOT_SIGNED: 'NOT_SIGNED',
  /** The address serves another log than the one audited there before, or than the trusted one. */
  OTHER_LOG: 'OTHER_LOG',
  /** The newest checkpoint has fewer entries than one that the log showed before. */
  SET_BACK: 'SET_BACK',
  /** The log signed two trees that contradict each other. */
  FORKED: 'FORKED',
  /** A tile or a bundle of entries is not served. */
  MISSING: 'MISSING',
  /** The log doesn't list all checkpoints that it has published. */
  WITHHELD: 'WITHHELD',
  /** An entry differs from the one whose hash is in the signed tree. */
  ENTRY_CHANGED: 'ENTRY_CHANGED',
  /** The entries match the signed tree, but a tile doesn't. */
  TILE_WRONG: 'TILE_WRONG',
  /** The first entry isn't the log's statement about itself. */
  GENESIS: 'GENESIS',
  /** An entry is signed with a key that isn't in the trust file, or can't be read as the entry of a seal. */
  UNKNOWN_KEY: 'UNKNOWN_KEY',
  /** Too few of the trust file's witnesses cosigned the log's tree. */
  NOT_COSIGNED: 'NOT_COSIGNED',
  /** The newest checkpoint is older than allowed. */
  STALE: 'STALE',
} as const;
export type AuditErrorCode = (typeof AuditErrorCode)[keyof typeof AuditErrorCode];

/** An audit of a log failed. */
export class AuditError extends Error {
  readonly code: AuditErrorCode;
  readonly entry: number | null;
  /** Signed notes that are evidence of the failure. Null if there are none. */
  readonly evidence: ConflictEvidence | null;

  constructor(code: AuditErrorCode, reason: string, { entry, notes }: { entry?: number; notes?: string[] } = {}) {
    super(reason);
    this.code = code;
    this.entry = entry ?? null;
    this.evidence = notes ? { isProof: code === AuditErrorCode.FORKED, reason, notes } : null;
  }
}

/** Converts an error caused by the log's content into an audit failure. @throws all other errors unchanged */
export function faultOf(error: unknown): AuditError {
  if (error instanceof AuditError) return error;
  if (error instanceof NoteRefused)
    return new AuditError('NOT_SIGNED', `The checkpoint is not valid: ${error.message}.`);
  if (error instanceof MalformedInput)
    return new AuditError('UNREADABLE', `The log’s response is unreadable: ${error.message}.`);
  throw error;
}

/** Failure for a file that the log must serve, but doesn't. */
export function missing(path: string, entry?: number): AuditError {
  return new AuditError('MISSING', `The log doesn’t serve ${path}, which its checkpoint requires.`, { entry });
}
