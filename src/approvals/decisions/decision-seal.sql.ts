import type { EntityManager } from '@mikro-orm/postgresql';
import type { StoredRecord } from '../../chain/index.ts';
import type { LoggedStatement } from '../../log/index.ts';
import { sql } from '../../platform/database/database.ts';
import { isoTime } from '../../platform/database/database-time.sql.ts';

/** Returns those of these decisions that have no seal. */
export async function readUnsealed(em: EntityManager, ids: readonly string[]): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    em,
    `select id from unnest($1::text[]) as one (id) where not exists (select from decision_seal where decision_seal.id = one.id)`,
    [[...ids]],
  );
  return rows.map(({ id }) => id);
}

/** Reads the signed statements of these decisions. */
export function readStatements(
  em: EntityManager,
  ids: readonly string[],
): Promise<{ id: string; statement: string }[]> {
  return sql(em, 'select id, statement from decision_seal where id = any($1)', [ids]);
}

/** Reads the seals of these decisions, with their positions in the transparency log. */
export async function readSeals(
  em: EntityManager,
  ids: readonly string[],
): Promise<(LoggedStatement & { id: string })[]> {
  const rows = await sql<LoggedStatement & { id: string; logIndex: unknown }>(
    em,
    `select id, statement, signature, key_id as "keyId", log, log_index as "logIndex" from decision_seal where id = any($1)`,
    [[...ids]],
  );
  return rows.map((row) => ({ ...row, logIndex: Number(row.logIndex) }));
}

/** Reads sealed decisions in the form in which they are hashed into the chain and exported. */
export function readRecords(em: EntityManager, ids: readonly string[]): Promise<StoredRecord[]> {
  return sql<StoredRecord>(
    em,
    `select id, json_build_object(
       'id', id, 'approvalId', approval_id, 'statement', statement,
       'signature', translate(encode(signature, 'base64'), E'\\n', ''), 'keyId', key_id, 'log', log, 'logIndex', log_index,
       'sealedAt', ${isoTime('sealed_at')}
     ) as record from decision_seal where id = any($1)`,
    [[...ids]],
  );
}

/** Reads for each of these decisions if it is about one of the given approvals. Null matches any approval. */
export async function readMatches(
  em: EntityManager,
  ids: readonly string[],
  approvalIds: readonly string[] | null,
): Promise<Map<string, boolean>> {
  const rows = await sql<{ id: string; isAsked: boolean }>(
    em,
    `select id, $2::text[] is null or approval_id = any($2) as "isAsked" from decision_seal where id = any($1)`,
    [[...ids], approvalIds],
  );
  return new Map(rows.map(({ id, isAsked }) => [id, isAsked]));
}
