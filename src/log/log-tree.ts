import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../platform/database/database.ts';
import { consistencyPlan, HASH_LENGTH, rootPlan } from '../proof/merkle.ts';
import { encodeEntryBundle, hashesFromTiles, proofFromTiles, TILE_WIDTH, type Tile } from '../proof/tiles.ts';

/** The tree of one log as PostgreSQL keeps it: its tiles, its entries, and the proofs that are made of them. */
export class LogTree {
  constructor(readonly log: number) {}

  /** The proof that the tree of `oldSize` is a prefix of the tree of `size`. */
  consistencyProof(em: EntityManager, oldSize: number, size: number): Promise<Uint8Array[]> {
    return proofFromTiles(consistencyPlan(oldSize, size), size, (tile) => this.#tileOrThrow(em, tile));
  }

  /** The hashes of the complete subtrees that make up the tree of this size: what a `CompactRange` begins with. */
  edge(em: EntityManager, size: number): Promise<Uint8Array[]> {
    return hashesFromTiles(rootPlan(size), size, (tile) => this.#tileOrThrow(em, tile));
  }

  /** The hashes of a tile, of full width or less; null when the log does not have as many yet. */
  async tile(em: EntityManager, { level, index, width }: Tile): Promise<Buffer | null> {
    const [full] = await sql<{ hashes: Buffer }>(
      em,
      'select hashes from log_tile where log = $1 and level = $2 and index = $3',
      [this.log, level, index],
    );
    const hashes = full?.hashes ?? Buffer.concat(await this.hashes(em, level, index * TILE_WIDTH, width));
    const length = width * HASH_LENGTH;
    return hashes.length < length ? null : hashes.subarray(0, length);
  }

  /** The bodies of the entries of a bundle in the encoding of C2SP tlog-tiles; null when there are not as many yet. */
  async entryBundle(em: EntityManager, index: number, width: number): Promise<Uint8Array | null> {
    const first = index * TILE_WIDTH;
    const rows = await sql<{ body: Buffer }>(
      em,
      'select body from log_entry where log = $1 and index >= $2 and index < $3 order by index',
      [this.log, first, first + width],
    );
    return rows.length < width ? null : encodeEntryBundle(rows.map(({ body }) => body));
  }

  async entry(em: EntityManager, index: number): Promise<Buffer | null> {
    const rows = await sql<{ body: Buffer }>(em, 'select body from log_entry where log = $1 and index = $2', [
      this.log,
      index,
    ]);
    return rows[0]?.body ?? null;
  }

  /** Hashes of one level of tiles: at the bottom those of the entries, above them the roots of the full tiles below. */
  async hashes(em: EntityManager, level: number, first: number, count: number): Promise<Buffer[]> {
    const rows =
      level === 0
        ? await sql<{ hash: Buffer }>(
            em,
            `select leaf_hash as hash from log_entry
             where log = $1 and index >= $2 and index < $3 order by index`,
            [this.log, first, first + count],
          )
        : await sql<{ hash: Buffer }>(
            em,
            `select root as hash from log_tile
             where log = $1 and level = $4 and index >= $2 and index < $3 order by index`,
            [this.log, first, first + count, level - 1],
          );
    return rows.map(({ hash }) => hash);
  }

  async #tileOrThrow(em: EntityManager, tile: Tile): Promise<Uint8Array> {
    const hashes = await this.tile(em, tile);
    if (!hashes) throw new Error(`The log's tables lack ${tile.width} hashes of tile ${tile.level}/${tile.index}.`);
    return hashes;
  }
}
