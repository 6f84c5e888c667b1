import { type ChainApi } from '../chain/index.ts';
import type { Context } from '../platform/context.ts';
import { sql } from '../platform/database/database.ts';
import { firstIdAt } from '../platform/ids.ts';

/** Erased in one transaction: each takes some hashing, and others wait for the chain meanwhile. */
const AT_ONCE = 1_000;

/** What may be personal in an entry. */
type ErasableMember = 'network' | 'changes';

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
  let fromId = await erasedUntil(ctx, member);
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
    const rows = await sql<{ id: string }>(
      em,
      `select id from audit_entry where id >= $1 and id < $2 and ${member} is not null
         and not exists (select from chain_pending where kind = 'AUDIT_ENTRY' and subject_id = audit_entry.id)
       order by id limit ${AT_ONCE} for update`,
      [fromId, untilId],
    );
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return [];
    const wholly = await chain.forgetSaltsOf(em, 'AUDIT_ENTRY', [member], ids);
    await sql(em, `update audit_entry set ${member} = null where id = any($1)`, [ids]);
    if (wholly.length > 0) {
      await sql(em, 'update audit_entry set changes = null, network = null where id = any($1)', [wholly]);
    }
    const range = { fromId: ids[0]!, untilId: `${ids.at(-1)!}~` };
    await chain.note(inner, { act: 'ERASURE', of: 'AUDIT_ENTRY', member, ...range, entries: ids.length });
    return ids;
  });
}

/** Up to where it was erased before, so that what was is not looked at again each time. */
async function erasedUntil({ em }: Context, member: ErasableMember): Promise<string> {
  const [row] = await sql<{ untilId: string | null }>(
    em,
    `select max(record->>'untilId') as "untilId" from chain_act
     where record->>'act' = 'ERASURE' and record->>'of' = 'AUDIT_ENTRY' and record->>'member' = $1`,
    [member],
  );
  return row?.untilId ?? '';
}
