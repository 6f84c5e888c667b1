import { type ChainApi } from '../chain/index.ts';
import type { Context } from '../platform/context.ts';
import { firstIdAt } from '../platform/ids.ts';
import { deleteEntriesBefore } from './audit-entry.sql.ts';

/** Maximum number of audit entries per transaction. More would block the chain for too long. */
const BATCH = 10_000;

/**
 * Deletes audit entries older than `months` months, oldest first; none if `months` is 0. Their chain entries stay, and the
 * chain records the deletion. Returns the number of deleted audit entries.
 */
export async function deleteOldEntries(ctx: Context, chain: ChainApi, months: number): Promise<number> {
  if (months === 0) return 0;
  const until = ctx.clock.now();
  until.setUTCMonth(until.getUTCMonth() - months);
  const untilId = firstIdAt('auditEntry', until);
  await chain.linkAll(ctx);
  let count = 0;
  while (!ctx.signal.aborted) {
    const deleted = await ctx.transactional(async (inner) => {
      const ids = (await deleteEntriesBefore(inner.em, untilId, BATCH)).sort();
      if (ids.length === 0) return 0;
      const range = { fromId: ids[0]!, untilId: `${ids.at(-1)!}~` };
      await chain.dropSalts(inner.em, 'AUDIT_ENTRY', range.fromId, range.untilId);
      await chain.note(inner, { act: 'RETENTION', of: 'AUDIT_ENTRY', ...range, entries: ids.length, months });
      return ids.length;
    });
    count += deleted;
    if (deleted < BATCH) return count;
  }
  return count;
}
