import { Malformed } from '../malformed.ts';
import { NoteRefused } from '../note.ts';
import type { ConflictEvidence } from './audit-memory.ts';

/** What an audit ends with that is not in order. Never change their meaning. */
export const AuditErrorCode = {
  /** What was answered is not in the form of a log. */
  UNREADABLE: 'UNREADABLE',
  /** The checkpoint is not signed by the log's key. */
  NOT_SIGNED: 'NOT_SIGNED',
  /** Another log than the one that was audited here before, or that is trusted. */
  OTHER_LOG: 'OTHER_LOG',
  /** Its newest checkpoint is older than one that it has shown. */
  SET_BACK: 'SET_BACK',
  /** It signed two trees that cannot both be its own. */
  FORKED: 'FORKED',
  /** A tile or a bundle of entries is not served. */
  MISSING: 'MISSING',
  /** An entry is not the one that was logged. */
  ENTRY_CHANGED: 'ENTRY_CHANGED',
  /** The entries are as they were signed, and a tile is not. */
  TILE_WRONG: 'TILE_WRONG',
  /** The first entry is not the log's statement about itself. */
  GENESIS: 'GENESIS',
  /** An entry is signed with a key that the trust file does not name. */
  UNKNOWN_KEY: 'UNKNOWN_KEY',
  /** Too few of the witnesses that the trust file names have seen what the log shows. */
  NOT_COSIGNED: 'NOT_COSIGNED',
  /** The newest checkpoint is older than it may be. */
  STALE: 'STALE',
} as const;
export type AuditErrorCode = (typeof AuditErrorCode)[keyof typeof AuditErrorCode];

/** Ends an audit. */
export class AuditError extends Error {
  readonly code: AuditErrorCode;
  readonly entry: number | null;
  /** What the log signed that shows it; null where nothing does. */
  readonly evidence: ConflictEvidence | null;

  constructor(code: AuditErrorCode, reason: string, { entry, notes }: { entry?: number; notes?: string[] } = {}) {
    super(reason);
    this.code = code;
    this.entry = entry ?? null;
    this.evidence = notes ? { isProof: code === AuditErrorCode.FORKED, reason, notes } : null;
  }
}

/** @throws what is no fault of the log */
export function faultOf(error: unknown): AuditError {
  if (error instanceof AuditError) return error;
  if (error instanceof NoteRefused)
    return new AuditError('NOT_SIGNED', `The checkpoint is not to be believed: ${error.message}.`);
  if (error instanceof Malformed)
    return new AuditError('UNREADABLE', `What the log answers cannot be read: ${error.message}.`);
  throw error;
}

/** Of something that the log has to serve and does not. */
export function missing(path: string, entry?: number): AuditError {
  return new AuditError('MISSING', `The log does not serve ${path}, which its checkpoint is made of.`, { entry });
}
