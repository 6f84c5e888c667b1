import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../platform/context.ts';
import type { ApprovalSubject } from './approval.entity.ts';
import { cancelPendingOf, deleteHeldAfter, deleteHeldOf, expireOverdue } from './approval.sql.ts';

/** Rows per statement. A larger batch would delay decisions that are being made. */
const BATCH = 500;

/** Expires overdue requests. Returns their number. */
export const expireApprovals = (ctx: Context): Promise<number> => inBatches(ctx, (em) => expireOverdue(em, BATCH));

/** Deletes held content `days` after the decision; its digest is kept. Returns the number of requests. */
export const deleteHeldContent = (ctx: Context, days: number): Promise<number> =>
  inBatches(ctx, (em) => deleteHeldAfter(em, days, BATCH));

/** Deletes held content of these subjects at once. Cancels their pending requests, because nothing is left to approve. */
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
