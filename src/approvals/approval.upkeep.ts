import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../platform/context.ts';
import type { ApprovalSubject } from './approval.entity.ts';
import { cancelPendingOf, deleteHeldAfter, deleteHeldOf, expireOverdue } from './approval.sql.ts';

/** Maximum number of rows per statement. A larger batch would delay concurrent decisions. */
const BATCH = 500;

/** Expires requests whose deadline has passed. Returns the number of these requests. */
export const expireApprovals = (ctx: Context): Promise<number> => inBatches(ctx, (em) => expireOverdue(em, BATCH));

/**
 * Deletes the held content of requests that ended more than `days` days ago. The digest of the content stays. Returns the
 * number of these requests.
 */
export const deleteHeldContent = (ctx: Context, days: number): Promise<number> =>
  inBatches(ctx, (em) => deleteHeldAfter(em, days, BATCH));

/**
 * Deletes the held content of these subjects at once, and cancels their pending requests, because no content to approve is left.
 */
export async function deleteHeldOfSubjects(
  { em }: Context,
  kind: ApprovalSubject,
  subjectIds: readonly string[],
): Promise<void> {
  await cancelPendingOf(em, kind, subjectIds);
  await deleteHeldOf(em, kind, subjectIds);
}

async function inBatches({ em, signal }: Context, batch: (em: EntityManager) => Promise<number>): Promise<number> {
  for (let done = 0; ; ) {
    const count = await batch(em);
    done += count;
    if (count < BATCH || signal.aborted) return done;
  }
}
