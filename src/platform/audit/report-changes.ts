import { requestScope } from '../request-scope.ts';
import type { ChangedValue } from './audited-action.ts';

/**
 * Tells the audit trail what a statement by hand changes, for the mutation that it is done for: to be called in its transaction,
 * which then writes it down. What the unit of work changes is told by itself; outside a mutation this does nothing.
 */
export function reportChanges(subjectIds: readonly string[], changes: readonly ChangedValue[] = []): void {
  requestScope()?.recorder?.report(subjectIds, changes);
}

/**
 * Tells the audit trail that the mutation changes nothing: it answers with what an earlier request with the same idempotency key
 * has done. It leaves no row, and doesn't count as a change.
 */
export function reportReplay(): void {
  requestScope()?.recorder?.reportReplay();
}
