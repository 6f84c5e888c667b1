import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../platform/database/database.ts';
import { byPosition } from './by-position.ts';

/** Stores a witness's cosignature of the checkpoint of this size, unless one is already stored. */
export async function insertCosignature(
  em: EntityManager,
  { log, size, witness, line }: { log: number; size: number; witness: string; line: string },
): Promise<void> {
  await sql(
    em,
    'insert into log_cosignature (log, size, witness, line) values ($1, $2, $3, $4) on conflict do nothing',
    [log, size, witness, line],
  );
}

/** Finds the size of the newest checkpoint that `quorum` of these witnesses cosigned. Null if not found. */
export async function findNewestCosigned(
  em: EntityManager,
  log: number,
  { witnesses, quorum }: { witnesses: readonly string[]; quorum: number },
): Promise<number | null> {
  const [row] = await sql<{ size: string }>(
    em,
    `select size from log_cosignature where log = $1 and witness = any($2)
     group by size having count(*) >= $3 order by size desc limit 1`,
    [log, witnesses, quorum],
  );
  return row ? Number(row.size) : null;
}

/**
 * Finds, for each size, the size of the first checkpoint at least as large that `quorum` of these witnesses cosigned. Null if not
 * found.
 */
export async function readFirstCosigned(
  em: EntityManager,
  log: number,
  { sizes, witnesses, quorum }: { sizes: readonly number[]; witnesses: readonly string[]; quorum: number },
): Promise<(number | null)[]> {
  const rows = await sql<{ at: string; size: string }>(
    em,
    `select asked.at, first.size from unnest($2::bigint[]) with ordinality as asked (size, at) cross join lateral
       (select size from log_cosignature where log = $1 and size >= asked.size and witness = any($3)
        group by size having count(*) >= $4 order by size limit 1) first`,
    [log, sizes, witnesses, quorum],
  );
  return byPosition(sizes.length, rows, ({ size }) => Number(size));
}

/** Reads the cosignature lines of these checkpoints, one line per witness, by size of the checkpoint. */
export async function readCosignatureLines(
  em: EntityManager,
  log: number,
  sizes: readonly number[],
): Promise<Map<number, string>> {
  const rows = await sql<{ size: string; line: string }>(
    em,
    'select size, line from log_cosignature where log = $1 and size = any($2::bigint[]) order by size, witness',
    [log, sizes],
  );
  const lines = Map.groupBy(rows, ({ size }) => Number(size));
  return new Map([...lines].map(([size, of]) => [size, of.map(({ line }) => line).join('')]));
}

/** Reads the last cosignature and the dispute of each witness of a log, in the order of the witnesses. */
export async function readLastCosigned(
  em: EntityManager,
  log: number,
  witnesses: readonly string[],
): Promise<{ size: number | null; cosignedAt: Date | null; dispute: string | null }[]> {
  const rows = await sql<{ size: string | null; cosignedAt: string | null; dispute: string | null }>(
    em,
    `select last.size, last.cosigned_at as "cosignedAt", state.disputes ->> asked.witness as dispute
     from unnest($2::text[]) with ordinality as asked (witness, at)
     join log_state state on state.log = $1
     left join lateral (
       select size, cosigned_at from log_cosignature
       where log = $1 and witness = asked.witness order by size desc limit 1
     ) last on true
     order by asked.at`,
    [log, witnesses],
  );
  return rows.map(({ size, cosignedAt, dispute }) => ({
    size: size === null ? null : Number(size),
    cosignedAt: cosignedAt === null ? null : new Date(cosignedAt),
    dispute,
  }));
}
