import type { EntityManager } from '@mikro-orm/postgresql';
import type { LoggedStatement } from '../log/index.ts';
import { sql } from '../platform/database/database.ts';

/** A stored anchor: number and hash of the anchored entry, and the signed statement that was added to the log. */
export type StoredAnchor = LoggedStatement & { id: string; seq: number; hash: string };

/** Reads at most `limit` anchors of entries after number `after`, in order. */
export async function readAnchorsAfter(em: EntityManager, after: number, limit: number): Promise<StoredAnchor[]> {
  const rows = await sql<StoredAnchor>(
    em,
    `select id, seq, hash, statement, signature, key_id as "keyId", log, log_index as "logIndex"
     from chain_anchor where seq > $1 order by seq, anchored_at limit $2`,
    [after, limit],
  );
  return rows.map((row) => ({ ...row, seq: Number(row.seq), logIndex: Number(row.logIndex) }));
}

/** Finds the anchor with this id. Null if it doesn’t exist. */
export async function findAnchor(em: EntityManager, id: string): Promise<{ seq: number; hash: string } | null> {
  const [row] = await sql<{ seq: string; hash: string }>(em, 'select seq, hash from chain_anchor where id = $1', [id]);
  return row ? { seq: Number(row.seq), hash: row.hash } : null;
}

/** True if the first chain entry without an anchor is at least `minutes` old. */
export async function isAnchorDue(em: EntityManager, minutes: number): Promise<boolean> {
  const [row] = await sql<{ isDue: boolean }>(
    em,
    `select exists (
       select from chain_entry where seq = 1 + coalesce((select max(seq) from chain_anchor), 0)
         and recorded_at <= clock_timestamp() - make_interval(mins => $1)
     ) as "isDue"`,
    [minutes],
  );
  return row!.isDue;
}

/** Reads when chain entries were anchored, in the order of `seqs`. Null for entries that aren't anchored yet. */
export async function readAnchoredAt(em: EntityManager, seqs: readonly number[]): Promise<(Date | null)[]> {
  const rows = await sql<{ at: Date | string | null }>(
    em,
    `select (select anchored_at from chain_anchor where seq >= one.seq order by seq, anchored_at limit 1) as at
     from unnest($1::bigint[]) with ordinality as one (seq, place) order by one.place`,
    [[...seqs]],
  );
  return rows.map(({ at }) => (at === null ? null : new Date(at)));
}
