import type { EntityManager } from '@mikro-orm/postgresql';
import { consistencyPlan, HASH_LENGTH, rootPlan } from '../proof/merkle.ts';
import { encodeEntryBundle, hashesFromTiles, proofFromTiles, TILE_WIDTH, type Tile } from '../proof/tiles.ts';
import { readBodies, readLeafHashes } from './log-entry.sql.ts';
import { findTile, readRoots } from './log-tile.sql.ts';

/** The Merkle tree of one log in PostgreSQL: tiles, entries, and proofs computed from them. */
export class LogTree {
  constructor(readonly log: number) {}

  /** Proof that the tree of `oldSize` entries is a prefix of the tree of `size` entries. */
  consistencyProof(em: EntityManager, oldSize: number, size: number): Promise<Uint8Array[]> {
    return proofFromTiles(consistencyPlan(oldSize, size), size, (tile) => this.#tileOrThrow(em, tile));
  }

  /** Hashes of the complete subtrees that make up the tree of this size, from which a `CompactRange` starts. */
  edge(em: EntityManager, size: number): Promise<Uint8Array[]> {
    return hashesFromTiles(rootPlan(size), size, (tile) => this.#tileOrThrow(em, tile));
  }

  /** Hashes of a full or partial tile. Null if the log has fewer hashes. */
  async tile(em: EntityManager, { level, index, width }: Tile): Promise<Buffer | null> {
    const full = await findTile(em, { log: this.log, level, index });
    const hashes = full ?? Buffer.concat(await this.hashes(em, level, index * TILE_WIDTH, width));
    const length = width * HASH_LENGTH;
    return hashes.length < length ? null : hashes.subarray(0, length);
  }

  /** Entries of a bundle, encoded as in C2SP tlog-tiles. Null if the log has fewer entries. */
  async entryBundle(em: EntityManager, index: number, width: number): Promise<Uint8Array | null> {
    const first = index * TILE_WIDTH;
    const bodies = await readBodies(em, this.log, first, first + width);
    return bodies.length < width ? null : encodeEntryBundle(bodies);
  }

  /** Hashes of one level of tiles: at level 0 those of the entries, above it the roots of full tiles one level below. */
  hashes(em: EntityManager, level: number, first: number, count: number): Promise<Buffer[]> {
    const { log } = this;
    const end = first + count;
    return level === 0 ? readLeafHashes(em, log, first, end) : readRoots(em, { log, level: level - 1, first, end });
  }

  async #tileOrThrow(em: EntityManager, tile: Tile): Promise<Uint8Array> {
    const hashes = await this.tile(em, tile);
    if (!hashes)
      throw new Error(
        `The log’s tables have fewer than the ${tile.width} hashes needed of tile ${tile.level}/${tile.index}.`,
      );
    return hashes;
  }
}
