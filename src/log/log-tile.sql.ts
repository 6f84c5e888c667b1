import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../platform/database/database.ts';
import { TILE_WIDTH, type Tile } from '../proof/tiles.ts';
import { byPosition } from './by-position.ts';

/** A tile of full width, with 256 hashes. */
export interface StoredTile {
  index: number;
  hashes: Buffer;
  root: Buffer;
}

interface NewTile extends StoredTile {
  log: number;
  level: number;
}

/** Stores a tile of full width, which must be new. */
export async function insertTile(em: EntityManager, tile: NewTile): Promise<void> {
  await sql(em, 'insert into log_tile (log, level, index, hashes, root) values ($1, $2, $3, $4, $5)', valuesOf(tile));
}

/** Stores a tile of full width unless it is already stored. */
export async function insertMissingTile(em: EntityManager, tile: NewTile): Promise<void> {
  await sql(
    em,
    'insert into log_tile (log, level, index, hashes, root) values ($1, $2, $3, $4, $5) on conflict do nothing',
    valuesOf(tile),
  );
}

function valuesOf({ log, level, index, hashes, root }: NewTile): unknown[] {
  return [log, level, index, hashes, root];
}

/** Reads tiles of one level. Tiles that aren't full are left out. */
export async function readTiles(
  em: EntityManager,
  { log, level, indexes }: { log: number; level: number; indexes: readonly number[] },
): Promise<StoredTile[]> {
  const rows = await sql<{ index: string; hashes: Buffer; root: Buffer }>(
    em,
    'select index::int8 as index, hashes, root from log_tile where log = $1 and level = $2 and index = any($3)',
    [log, level, indexes],
  );
  return rows.map((row) => ({ ...row, index: Number(row.index) }));
}

/** Finds the hashes of a tile of full width. Null if not found. */
export async function findTile(
  em: EntityManager,
  { log, level, index }: { log: number; level: number; index: number },
): Promise<Buffer | null> {
  const [full] = await sql<{ hashes: Buffer }>(
    em,
    'select hashes from log_tile where log = $1 and level = $2 and index = $3',
    [log, level, index],
  );
  return full?.hashes ?? null;
}

/** Reads the root hashes of the tiles of one level from index `first` to before `end`, in order. */
export async function readRoots(
  em: EntityManager,
  { log, level, first, end }: { log: number; level: number; first: number; end: number },
): Promise<Buffer[]> {
  const rows = await sql<{ hash: Buffer }>(
    em,
    `select root as hash from log_tile
     where log = $1 and level = $4 and index >= $2 and index < $3 order by index`,
    [log, first, end, level],
  );
  return rows.map(({ hash }) => hash);
}

/** Reads the hashes of tiles of full width, in the order of `tiles`. Null for missing ones. */
export async function readFullTiles(
  em: EntityManager,
  log: number,
  tiles: readonly Pick<Tile, 'level' | 'index'>[],
): Promise<(Buffer | null)[]> {
  const rows = await sql<{ at: string; hashes: Buffer }>(
    em,
    `select asked.at, hashes from unnest($2::int[], $3::bigint[]) with ordinality as asked (level, index, at)
       join log_tile tile on tile.log = $1 and tile.level = asked.level and tile.index = asked.index`,
    [log, tiles.map(({ level }) => level), tiles.map(({ index }) => index)],
  );
  return byPosition(tiles.length, rows, ({ hashes }) => hashes);
}

/**
 * Reads the hashes of tiles that aren't full yet, in the order of `tiles`. At level 0 these are the hashes of entries, above it
 * the roots of full tiles one level below.
 */
export async function readPartialTiles(em: EntityManager, log: number, tiles: readonly Tile[]): Promise<Buffer[]> {
  const rows = await sql<{ at: string; hash: Buffer }>(
    em,
    `select asked.at, found.hash from unnest($2::int[], $3::bigint[], $4::int[])
       with ordinality as asked (level, index, width, at) cross join lateral (
         select entry.index as place, leaf_hash as hash from log_entry entry where asked.level = 0 and log = $1
           and entry.index >= asked.index * ${TILE_WIDTH} and entry.index < asked.index * ${TILE_WIDTH} + asked.width
         union all
         select tile.index, root from log_tile tile where asked.level > 0 and log = $1 and tile.level = asked.level - 1
           and tile.index >= asked.index * ${TILE_WIDTH} and tile.index < asked.index * ${TILE_WIDTH} + asked.width
       ) found order by asked.at, found.place`,
    [log, tiles.map(({ level }) => level), tiles.map(({ index }) => index), tiles.map(({ width }) => width)],
  );
  const hashes = Map.groupBy(rows, ({ at }) => Number(at));
  return tiles.map((_, at) => Buffer.concat((hashes.get(at + 1) ?? []).map(({ hash }) => hash)));
}
