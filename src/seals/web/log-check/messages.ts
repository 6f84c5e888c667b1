import type { AuditReport } from '../../../proof/log-audit/auditor.ts';

/** What the worker is sent, once. */
export interface CheckOrder {
  /** Of the service. */
  url: string;
  /** What this browser remembers of the log: texts by their names. */
  kept: Readonly<Record<string, string>>;
  /** The trust file of whoever checks; null for the one that the service shows. */
  ownTrust: string | null;
  /** Whether what was read before is read again. */
  full: boolean;
}

/** Why there is no report. */
export type Hindrance = 'TRUST' | 'UNREACHABLE' | 'SPOILT' | 'BROKEN';

/** What the worker says. A report or a hindrance is the last of it. */
export type CheckNews =
  | { kind: 'READ'; read: number; size: number }
  /** The service wants to be asked again in so many seconds. */
  | { kind: 'HELD'; seconds: number }
  /** To be remembered under this name; null: not any more. */
  | { kind: 'KEEP'; name: string; text: string | null }
  | { kind: 'REPORT'; report: AuditReport; isAllRead: boolean }
  | { kind: 'HINDERED'; by: Hindrance; sentence: string };
