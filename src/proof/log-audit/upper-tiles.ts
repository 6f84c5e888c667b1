import { equalBytes } from '../bytes.ts';
import { HASH_LENGTH } from '../merkle.ts';
import { TILE_LEVELS, TILE_WIDTH, type Tile, tilePath, tileWidth } from '../tiles.ts';

/** Compares the tiles above level 0, from which proofs are computed, with the hashes computed from the leaves. */
export class UpperTiles {
  readonly #size: number;
  readonly #fetch: (tile: Tile) => Promise<Uint8Array>;
  /** Path of the first tile with wrong hashes. */
  wrong: string | null = null;
  readonly #gathered = new Map<number, { first: number; hashes: Uint8Array[] }>();
  #full: { level: number; first: number; hashes: Uint8Array[] }[] = [];

  constructor(size: number, fetch: (tile: Tile) => Promise<Uint8Array>) {
    this.#size = size;
    this.#fetch = fetch;
  }

  /** Adds the hash of a complete subtree to its tile. */
  readonly add = ({ level, index }: { level: number; index: number }, hash: Uint8Array): void => {
    if (level === 0 || level % TILE_LEVELS !== 0) return;
    const tileLevel = level / TILE_LEVELS;
    const row = this.#gathered.get(tileLevel) ?? { first: index, hashes: [] };
    row.hashes.push(hash);
    this.#gathered.set(tileLevel, row);
    if (index % TILE_WIDTH !== TILE_WIDTH - 1) return;
    this.#full.push({ level: tileLevel, ...row });
    this.#gathered.delete(tileLevel);
  };

  /** Compares the tiles whose hashes are all computed so far. */
  async check(): Promise<void> {
    for (const { level, first, hashes } of this.#full.splice(0)) {
      const index = Math.floor(first / TILE_WIDTH);
      const tile = { level, index, width: tileWidth(level, index, this.#size) };
      const served = await this.#fetch(tile);
      const isSame = hashes.every((hash, at) => equalBytes(hash, hashAt(served, (first % TILE_WIDTH) + at)));
      if (!isSame) this.wrong ??= tilePath(tile);
    }
  }

  /** Called after the last leaf. Compares the partial tiles at the end of each level as well. */
  async end(): Promise<void> {
    for (const [level, row] of this.#gathered) this.#full.push({ level, ...row });
    await this.check();
  }
}

/** The hash at a position of a tile. */
export function hashAt(tile: Uint8Array, at: number): Uint8Array {
  return tile.subarray(at * HASH_LENGTH, (at + 1) * HASH_LENGTH);
}
