import type { ApprovalState, ApprovalSubject } from '../../web/generated/approvals/graphql.ts';
import { texts } from './texts.ts';

export const KINDS: Readonly<Record<ApprovalSubject, string>> = texts.kinds;

export const STATES: Readonly<Record<ApprovalState, string>> = texts.states;

/** Explanations of the states that aren't obvious from their names, such as SUPERSEDED. */
export const STATE_HINTS: Readonly<Partial<Record<ApprovalState, string>>> = texts.stateHints;

/** Number of kinds of findings in the content of a request. Null if the content wasn't checked. */
export function findingKinds(facts: Record<string, unknown>): number | null {
  return Array.isArray(facts.findings) ? facts.findings.length : null;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** True if the request expires within a day. */
export const isSoon = (expiresAt: string) => Date.parse(expiresAt) - Date.now() < DAY_MS;
