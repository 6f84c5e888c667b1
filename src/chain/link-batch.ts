import { setImmediate as nextTick } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { insertRows } from '../platform/database/insert-rows.sql.ts';
import { CHAIN_START, chainHash, type HashedLink } from '../proof/chain.ts';
import { documentDigest } from '../proof/document-digest.ts';
import { blinded, newSalts } from './blinding.ts';
import type { ChainKind } from './chain.entity.ts';
import {
  type Blinding,
  deletePending,
  insertLinks,
  readHeadAndTime,
  readPending,
  takeTurn,
  tryTurn,
} from './chain.sql.ts';
import type { ChainedKind, StoredRecord } from './chained-kind.ts';

/** Maximum number of records that one transaction adds to the chain. More would block other callers that wait for the lock. */
export const BATCH = 1_000;

/** Number of records that are hashed before other work gets a turn. Hashing this many takes a few milliseconds. */
const HASHED_PER_TICK = 25;

/** Digest in the entry of a record that was deleted before it was added to the chain. The entry shows that the record existed. */
const GONE = documentDigest(null);

/**
 * Adds at most one batch of queued records to the chain, in the transaction of `em`. Entries, salts and the queue change together
 * or not at all, so no record is lost or added twice if the process dies. Returns the number of records taken from the queue, or null if
 * another process is adding records and `waits` is false.
 */
export async function linkBatch(
  em: EntityManager,
  kinds: ReadonlyMap<ChainKind, ChainedKind>,
  { waits }: { waits: boolean },
): Promise<number | null> {
  if (waits) await takeTurn(em);
  else if (!(await tryTurn(em))) return null;
  const pending = await readPending(em, [...kinds.keys()], BATCH);
  if (pending.length === 0) return 0;
  const links: HashedLink[] = [];
  const salts: Record<string, unknown>[] = [];
  const { seq, hash, now } = await readHeadAndTime(em);
  let head: Pick<HashedLink, 'seq' | 'hash'> = { seq: seq ?? 0, hash: hash ?? CHAIN_START };
  for (const [kind, ofKind] of Map.groupBy(
    pending.filter(({ isLinked }) => !isLinked),
    ({ kind }) => kind,
  )) {
    const chained = kinds.get(kind)!;
    const ids = ofKind.map(({ subjectId }) => subjectId);
    const records = new Map((await chained.read(em, ids)).map((one) => [one.id, one]));
    for (const [at, subjectId] of ids.entries()) {
      if (at % HASHED_PER_TICK === HASHED_PER_TICK - 1) await nextTick();
      const own = newSalts(chained);
      const kept = records.get(subjectId);
      if (chained.erasable.length > 0 && kept) salts.push({ kind, subject_id: subjectId, ...own });
      const digest = kept ? digestOf(chained, kept, own) : GONE;
      const link = { seq: head.seq + 1, kind, subjectId, digest, previous: head.hash, recordedAt: now };
      const hashed = { ...link, hash: chainHash(link) };
      links.push(hashed);
      head = hashed;
    }
  }
  if (links.length > 0) await insertLinks(em, links);
  if (salts.length > 0) await insertRows(em, 'chain_blinding', salts);
  await deletePending(em, pending);
  return pending.length;
}

function digestOf(chained: ChainedKind, kept: StoredRecord, own: Pick<Blinding, 'salt' | 'salts'>): string {
  const blinding = { subjectId: kept.id, ...own, commitments: null, erasedAt: null };
  return documentDigest(blinded(chained, kept, blinding).record);
}
