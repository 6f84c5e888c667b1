import type { EntityManager } from '@mikro-orm/postgresql';
import { type Database, sql } from '../../../platform/database/database.ts';

/** Reasoning that led to a tool call. `content` is encrypted and can only be decrypted together with `id`. */
export interface ReasoningRow {
  readonly id: string;
  readonly callSha256: string;
  readonly runId: string;
  readonly content: Uint8Array;
}

const KEEP = {
  name: 'kept_reasoning_keep',
  text: `insert into kept_reasoning (id, call_sha256, run_id, content, expires_at)
    select id, call, $3, content, now() + interval '1 day'
    from unnest($1::text[], $2::text[], $4::bytea[]) as one (id, call, content)`,
};

/** Keeps the reasoning of the tool calls of one run for a day. */
export async function keepReasoning(database: Database, runId: string, rows: readonly ReasoningRow[]): Promise<void> {
  await database.readRows(KEEP, [
    rows.map(({ id }) => id),
    rows.map(({ callSha256 }) => callSha256),
    runId,
    rows.map(({ content }) => content),
  ]);
}

const NEWEST = `select distinct on (call_sha256) id, content from kept_reasoning
      where call_sha256 = any($1) and expires_at > now() order by call_sha256, id desc`;
const FIND = {
  name: 'kept_reasoning_find',
  text: `select coalesce(json_agg(json_build_object('id', id, 'content', encode(content, 'base64'))), '[]')
    from (${NEWEST}) newest`,
};

/** Finds the reasoning of tool calls. If several rows have the same call, returns the newest. */
export async function findReasoning(
  database: Database,
  calls: readonly string[],
): Promise<Pick<ReasoningRow, 'id' | 'content'>[]> {
  const rows = await database.readValue<{ id: string; content: string }[]>(FIND, [calls]);
  return rows.map(({ id, content }) => ({ id, content: Buffer.from(content, 'base64') }));
}

/** Deletes up to `most` expired rows. Returns their number. */
export async function deleteExpiredReasoning(em: EntityManager, most: number): Promise<number> {
  const rows = await sql(
    em,
    `delete from kept_reasoning where id in (
       select id from kept_reasoning where expires_at <= now() limit ${most} for update skip locked
     ) returning 1`,
  );
  return rows.length;
}

/** Deletes the reasoning of runs. */
export async function deleteReasoningOf(em: EntityManager, runIds: readonly string[]): Promise<void> {
  await sql(em, 'delete from kept_reasoning where run_id = any($1)', [runIds]);
}
