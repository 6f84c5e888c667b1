import type { AuditReport } from '../../../proof/log-audit/auditor.ts';

/** Request to the worker that runs a log check. Each worker gets one. */
export interface CheckRequest {
  /** Origin of the service. */
  url: string;
  /** Stored state of earlier log checks, by key. */
  kept: Readonly<Record<string, string>>;
  /** The user’s trust file as text. Null to use the service’s. */
  ownTrust: string | null;
  /** True to read all entries again, also those read by earlier checks. */
  full: boolean;
}

/** Why a log check ended without a report. */
export type CheckFailure = 'TRUST' | 'UNREACHABLE' | 'UNREADABLE_STATE' | 'BROKEN';

/** Messages that the worker sends to the page. `REPORT` or `FAILED` is the last one. */
export type CheckMessage =
  | { kind: 'READ'; read: number; size: number }
  /** The service limits requests; the worker continues after `seconds`. */
  | { kind: 'RATE_LIMITED'; seconds: number }
  /** The page stores `text` under the key `name`, or deletes the key if `text` is null. */
  | { kind: 'STORE'; name: string; text: string | null }
  | { kind: 'REPORT'; report: AuditReport; isAllRead: boolean }
  | { kind: 'FAILED'; by: CheckFailure; sentence: string };
