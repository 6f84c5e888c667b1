import { requestScope } from '../request-scope.ts';
import type { ChangedValue } from './audited-action.ts';

/**
 * Reports changes of a hand-written statement to the audit trail. Call it in the transaction of the statement. Changes of the
 * unit of work are reported automatically. Outside a mutation it does nothing.
 */
export function reportChanges(subjectIds: readonly string[], changes: readonly ChangedValue[] = []): void {
  requestScope()?.recorder?.report(subjectIds, changes);
}

/**
 * Reports that the mutation is a replay of an earlier request with the same idempotency key. A replay leaves no audit entry and
 * doesn't count as a change.
 */
export function reportReplay(): void {
  requestScope()?.recorder?.reportReplay();
}
