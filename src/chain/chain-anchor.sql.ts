import type { EntityManager } from '@mikro-orm/postgresql';
import type { LoggedStatement } from '../log/index.ts';
import { sql } from '../platform/database/database.ts';
import { isoTime } from '../platform/database/database-time.sql.ts';

/** A stored anchor: number and hash of the anchored entry, and the signed statement that was added to the log. */
export type StoredAnchor = LoggedStatement & { id: string; seq: number; hash: string };

const COLUMNS = 'id, seq, hash, statement, signature, key_id as "keyId", log, log_index as "logIndex"';

/** PostgreSQL’s driver returns bigints as strings. */
function withNumbers<Anchor extends StoredAnchor>(row: Anchor): Anchor {
  return { ...row, seq: Number(row.seq), logIndex: Number(row.logIndex) };
}

/** Reads at most `limit` anchors of entries after number `after`, in order. */
export async function readAnchorsAfter(em: EntityManager, after: number, limit: number): Promise<StoredAnchor[]> {
  const rows = await sql<StoredAnchor>(
    em,
    `select ${COLUMNS} from chain_anchor where seq > $1 order by seq, anchored_at limit $2`,
    [after, limit],
  );
  return rows.map(withNumbers);
}

/** An anchor as stored, with its time and the body of its log entry. */
export interface AnchorRow extends StoredAnchor {
  anchoredAt: string;
  /** Null if the log has no such entry. */
  body: Uint8Array | null;
}

const ANCHOR_ROWS = `select ${COLUMNS},
  ${isoTime('anchored_at')} as "anchoredAt", null as body from chain_anchor`;

/**
 * Reads at most `limit` anchors in the order of their entries and ids, after a place in this order, up to and including the entry
 * `upTo`. Their bodies are null.
 */
export async function readAnchorRows(
  em: EntityManager,
  after: { seq: number; id: string },
  limit: number,
  upTo = Number.MAX_SAFE_INTEGER,
): Promise<AnchorRow[]> {
  const rows = await sql<AnchorRow>(
    em,
    `${ANCHOR_ROWS} where (seq, id) > ($1, $2) and seq <= $4 order by seq, id limit $3`,
    [after.seq, after.id, limit, upTo],
  );
  return rows.map(withNumbers);
}

/** Reads the first anchor of each seal key. Their bodies are null. */
export async function readFirstAnchors(em: EntityManager): Promise<AnchorRow[]> {
  const rows = await sql<AnchorRow>(
    em,
    `${ANCHOR_ROWS} where id in (select distinct on (key_id) id from chain_anchor order by key_id, seq, id)`,
  );
  return rows.map(withNumbers);
}

/**
 * Finds the newest anchored entry before the entry `seq`, counting only anchors from the time `at` or earlier. Null if no such anchor
 * is that old.
 */
export async function findAnchoredBefore(em: EntityManager, seq: number, at: Date): Promise<number | null> {
  const [row] = await sql<{ seq: string }>(
    em,
    'select seq from chain_anchor where seq < $1 and anchored_at <= $2 order by seq desc limit 1',
    [seq, at],
  );
  return row ? Number(row.seq) : null;
}

/** Finds the first entry that was anchored at the time `at` or later. Null if all anchors are older. */
export async function findAnchoredFrom(em: EntityManager, at: Date): Promise<number | null> {
  const [row] = await sql<{ seq: string }>(
    em,
    'select seq from chain_anchor where anchored_at >= $1 order by seq limit 1',
    [at],
  );
  return row ? Number(row.seq) : null;
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
