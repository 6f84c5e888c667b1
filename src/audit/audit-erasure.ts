import { type ChainApi } from '../chain/index.ts';
import type { Context } from '../platform/context.ts';
import { firstIdAt } from '../platform/ids.ts';
import { type ErasableMember, eraseAllMembersOf, eraseMemberOf, lockEntriesWith } from './audit-entry.sql.ts';

/**
 * Maximum number of audit entries per transaction. Hashing takes time, and other writers wait for the chain until the transaction
 * ends.
 */
const BATCH = 1_000;

/**
 * Erases a member of audit entries older than `days` days, counted to the last midnight in UTC, so that entries are erased once
 * a day. Erases nothing if `days` is 0. Digests stay verifiable, and the chain records the erasure. Returns the number of
 * entries.
 */
export async function eraseMember(
  ctx: Context,
  chain: ChainApi,
  member: ErasableMember,
  days: number,
): Promise<number> {
  if (days === 0) return 0;
  const midnight = new Date(ctx.clock.now());
  midnight.setUTCDate(midnight.getUTCDate() - days);
  midnight.setUTCHours(0, 0, 0, 0);
  const untilId = firstIdAt('auditEntry', midnight);
  // Starts at the id where the last erasure ended, so that earlier entries aren’t read again.
  let fromId = (await chain.erasedUntil(ctx.em, 'AUDIT_ENTRY', member)) ?? '';
  if (fromId >= untilId) return 0;
  // The chain’s digest covers the original record, so the record must be in the chain before it changes.
  await chain.linkAll(ctx);
  let count = 0;
  while (!ctx.signal.aborted) {
    const erased = await eraseSome(ctx, chain, member, { fromId, untilId });
    count += erased.length;
    if (erased.length < BATCH) return count;
    fromId = erased.at(-1)!;
  }
  return count;
}

async function eraseSome(
  ctx: Context,
  chain: ChainApi,
  member: ErasableMember,
  { fromId, untilId }: { fromId: string; untilId: string },
): Promise<string[]> {
  return ctx.transactional(async (inner) => {
    const { em } = inner;
    const ids = await lockEntriesWith(em, member, { fromId, untilId, most: BATCH });
    if (ids.length === 0) return [];
    const wholly = await chain.forgetSaltsOf(em, 'AUDIT_ENTRY', [member], ids);
    await eraseMemberOf(em, member, ids);
    if (wholly.length > 0) await eraseAllMembersOf(em, wholly);
    const range = { fromId: ids[0]!, untilId: `${ids.at(-1)!}~` };
    await chain.note(inner, { act: 'ERASURE', of: 'AUDIT_ENTRY', member, ...range, entries: ids.length });
    return ids;
  });
}
