import { requestScope } from '../request-scope.ts';
import type { ChangedValue } from './audited-action.ts';

/**
 * Reports changes made by a hand-written SQL statement to the audit trail. Call it in the transaction of the statement. Changes
 * of the ORM's unit of work are reported automatically. Does nothing outside an audited action.
 */
export function reportChanges(subjectIds: readonly string[], changes: readonly ChangedValue[] = []): void {
  requestScope()?.recorder?.report(subjectIds, changes);
}

/**
 * Reports that the mutation repeats an earlier request with the same idempotency key. It then leaves no audit entry and doesn't
 * count as a change.
 */
export function reportReplay(): void {
  requestScope()?.recorder?.reportReplay();
}
