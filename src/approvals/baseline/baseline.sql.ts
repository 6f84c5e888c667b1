import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../../platform/database/database.ts';
import type { BaselineKind } from './baseline.entity.ts';

/** Reads at most `limit` baseline records of a kind, in the order of their ids, starting after the id `after`. */
export function readBaselineDigests(
  em: EntityManager,
  kind: BaselineKind,
  after: string,
  limit: number,
): Promise<{ id: string; digest: string }[]> {
  return sql(
    em,
    'select id, digest from baseline_record where kind = $1 and id > $2 collate "C" order by id collate "C" limit $3',
    [kind, after, limit],
  );
}

/** True if there is a baseline record, and no statement about the baseline in the transparency log yet. */
export async function isBaselineUnlogged(em: EntityManager): Promise<boolean> {
  const [row] = await sql<{ isUnlogged: boolean }>(
    em,
    'select exists (select from baseline_record) and not exists (select from evidence_baseline) as "isUnlogged"',
  );
  return row!.isUnlogged;
}
