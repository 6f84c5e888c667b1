import { setImmediate as breathe } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../platform/database/database.ts';
import { CHAIN_START, chainHash, type HashedLink } from '../proof/chain.ts';
import { documentDigest } from '../proof/document-digest.ts';
import { type Blinding, blinded, newSalts } from './blinding.ts';
import type { ChainKind } from './chain.entity.ts';
import type { ChainedKind, KeptRecord } from './chained-kind.ts';

/** Linked in one transaction. More would hold the turn of whoever waits for something to be linked. */
export const BATCH = 1_000;

/** Records that are hashed at a stretch: a few milliseconds, after which others have their turn. */
const AT_A_STRETCH = 25;

/** A record that was gone before it was linked: its place says that there was one. */
const GONE = documentDigest(null);

interface Pending {
  kind: ChainKind;
  subjectId: string;
  isLinked: boolean;
}

/** Holds the one turn there is to write to the chain, over all processes, for as long as the transaction goes on. */
const MY_TURN = `hashtext('chain of records')`;

/**
 * Links what waits, at most a batch of it, in the transaction of `em`: entries, salts and the end of waiting are written together
 * or not at all, so nothing is lost or linked twice, whenever the process dies.
 * @returns how many waited; null when another process has its turn, and `waits` is false
 */
export async function linkBatch(
  em: EntityManager,
  kinds: ReadonlyMap<ChainKind, ChainedKind>,
  { waits }: { waits: boolean },
): Promise<number | null> {
  if (waits) await sql(em, `select pg_advisory_xact_lock(${MY_TURN})`);
  else {
    const [turn] = await sql<{ isMine: boolean }>(em, `select pg_try_advisory_xact_lock(${MY_TURN}) as "isMine"`);
    if (!turn!.isMine) return null;
  }
  const pending = await sql<Pending>(
    em,
    `select pending.kind, pending.subject_id as "subjectId", entry.seq is not null as "isLinked"
     from chain_pending pending left join chain_entry entry using (kind, subject_id)
     where pending.kind = any($1) order by pending.kind, pending.subject_id limit ${BATCH}`,
    [[...kinds.keys()]],
  );
  if (pending.length === 0) return 0;
  const links: HashedLink[] = [];
  const salts: Record<string, unknown>[] = [];
  let head = await headOf(em);
  for (const [kind, ofKind] of Map.groupBy(
    pending.filter(({ isLinked }) => !isLinked),
    ({ kind }) => kind,
  )) {
    const chained = kinds.get(kind)!;
    const ids = ofKind.map(({ subjectId }) => subjectId);
    const records = new Map((await chained.read(em, ids)).map((one) => [one.id, one]));
    for (const [at, subjectId] of ids.entries()) {
      if (at % AT_A_STRETCH === AT_A_STRETCH - 1) await breathe();
      const own = newSalts(chained);
      const kept = records.get(subjectId);
      if (chained.erasable.length > 0 && kept) salts.push({ kind, subject_id: subjectId, ...own });
      const digest = kept ? digestOf(chained, kept, own) : GONE;
      const { seq, hash, now } = head;
      const link = { seq: seq + 1, kind, subjectId, digest, previous: hash, recordedAt: now };
      const hashed = { ...link, hash: chainHash(link) };
      links.push(hashed);
      head = { seq: hashed.seq, hash: hashed.hash, now };
    }
  }
  await write(em, links, salts, pending);
  return pending.length;
}

function digestOf(chained: ChainedKind, kept: KeptRecord, own: Pick<Blinding, 'salt' | 'salts'>): string {
  const blinding = { subjectId: kept.id, ...own, commitments: null, erasedAt: null };
  return documentDigest(blinded(chained, kept, blinding).record);
}

/** The newest entry, and the time by the database's clock, which for the chain never goes back. */
async function headOf(em: EntityManager): Promise<{ seq: number; hash: string; now: string }> {
  const [row] = await sql<{ seq: string | null; hash: string | null; now: string }>(
    em,
    `select entry.seq, entry.hash, to_char(
       greatest(date_trunc('milliseconds', clock_timestamp()), entry.recorded_at) at time zone 'utc',
       'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
     ) as now
     from (select) one left join (select seq, hash, recorded_at from chain_entry order by seq desc limit 1) entry on true`,
  );
  return { seq: Number(row!.seq ?? 0), hash: row!.hash ?? CHAIN_START, now: row!.now };
}

async function write(
  em: EntityManager,
  links: readonly HashedLink[],
  salts: readonly Record<string, unknown>[],
  pending: readonly Pending[],
): Promise<void> {
  if (links.length > 0) {
    const rows = links.map(({ subjectId, recordedAt, ...link }) => ({
      ...link,
      subject_id: subjectId,
      recorded_at: recordedAt,
    }));
    await sql(em, 'insert into chain_entry select * from json_populate_recordset(null::chain_entry, $1)', [
      JSON.stringify(rows),
    ]);
  }
  if (salts.length > 0) {
    await sql(em, 'insert into chain_blinding select * from json_populate_recordset(null::chain_blinding, $1)', [
      JSON.stringify(salts),
    ]);
  }
  await sql(
    em,
    `delete from chain_pending using unnest($1::text[], $2::text[]) as done (kind, subject_id)
     where chain_pending.kind = done.kind and chain_pending.subject_id = done.subject_id`,
    [pending.map(({ kind }) => kind), pending.map(({ subjectId }) => subjectId)],
  );
}
