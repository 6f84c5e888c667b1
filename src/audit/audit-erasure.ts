import { type ChainApi } from '../chain/index.ts';
import type { Context } from '../platform/context.ts';
import { firstIdAt } from '../platform/ids.ts';
import { type ErasableMember, eraseAllMembersOf, eraseMemberOf, lockEntriesWith } from './audit-entry.sql.ts';

/** Erased in one transaction: each takes some hashing, and others wait for the chain meanwhile. */
const AT_ONCE = 1_000;

/**
 * Erases one of the members of entries that are older than so many days, up to the midnight before, so that it is done once a
 * day. Digests can be computed as before, and that it was erased is noted in the chain. Gives of how many.
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
  // Up to where it was erased before, so that what was is not looked at again each time.
  let fromId = (await chain.erasedUntil(ctx.em, 'AUDIT_ENTRY', member)) ?? '';
  if (fromId >= untilId) return 0;
  // A digest is of the record as it was, so that has to be in the chain before it changes.
  await chain.linkAll(ctx);
  let count = 0;
  while (!ctx.signal.aborted) {
    const erased = await eraseSome(ctx, chain, member, { fromId, untilId });
    count += erased.length;
    if (erased.length < AT_ONCE) return count;
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
    const ids = await lockEntriesWith(em, member, { fromId, untilId, most: AT_ONCE });
    if (ids.length === 0) return [];
    const wholly = await chain.forgetSaltsOf(em, 'AUDIT_ENTRY', [member], ids);
    await eraseMemberOf(em, member, ids);
    if (wholly.length > 0) await eraseAllMembersOf(em, wholly);
    const range = { fromId: ids[0]!, untilId: `${ids.at(-1)!}~` };
    await chain.note(inner, { act: 'ERASURE', of: 'AUDIT_ENTRY', member, ...range, entries: ids.length });
    return ids;
  });
}
