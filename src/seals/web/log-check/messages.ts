import type { AuditReport } from '../../../proof/log-audit/auditor.ts';

/** Request to the worker. Each worker gets one. */
export interface CheckRequest {
  /** Origin of the service. */
  url: string;
  /** Stored state of earlier checks, by key. */
  kept: Readonly<Record<string, string>>;
  /** The user’s trust file as text; null to use the service’s. */
  ownTrust: string | null;
  /** True to read all entries again, also those read by earlier checks. */
  full: boolean;
}

/** Cause of a check that ended without a report. */
export type CheckFailure = 'TRUST' | 'UNREACHABLE' | 'UNREADABLE_STATE' | 'BROKEN';

/** Messages of the worker. `REPORT` or `FAILED` is the last one. */
export type CheckMessage =
  | { kind: 'READ'; read: number; size: number }
  /** The service limits requests; the worker continues after `seconds`. */
  | { kind: 'RATE_LIMITED'; seconds: number }
  /** Text to store under this key; null to delete it. */
  | { kind: 'STORE'; name: string; text: string | null }
  | { kind: 'REPORT'; report: AuditReport; isAllRead: boolean }
  | { kind: 'FAILED'; by: CheckFailure; sentence: string };
