import type { EntityManager } from '@mikro-orm/postgresql';
import DataLoader from 'dataloader';
import { HASH_LENGTH, inclusionPlan } from '../proof/merkle.ts';
import { proofFromTiles, TILE_WIDTH, type Tile } from '../proof/tiles.ts';
import { type WitnessQuorum, witnessId } from './cosignatures.ts';
import { type PublishedCheckpoint, readCheckpointsCovering } from './log-checkpoint.sql.ts';
import { readCosignatureLines, readFirstCosigned } from './log-cosignature.sql.ts';
import { readBodiesAt } from './log-entry.sql.ts';
import { readFullTiles, readPartialTiles } from './log-tile.sql.ts';

/**
 * Batched reads for the proofs of one log. Concurrent reads of one kind share one statement, so a page of entries costs no more
 * statements than one entry.
 */
export class LogReads {
  readonly #em: EntityManager;
  readonly #log: number;
  readonly #firstCosigned = new Map<WitnessQuorum, DataLoader<number, number | null>>();

  constructor(em: EntityManager, log: number) {
    this.#em = em;
    this.#log = log;
  }

  /** The body of an entry. Null if the entry doesn't exist. */
  readonly entry = loadedBy<number, Buffer | null>(async (indexes) => {
    const bodies = await readBodiesAt(this.#em, this.#log, indexes);
    return indexes.map((index) => bodies.get(index) ?? null);
  });

  /** The first checkpoint of at least this size. Null if not found. */
  readonly checkpointCovering = loadedBy<number, PublishedCheckpoint | null>((sizes) =>
    readCheckpointsCovering(this.#em, this.#log, sizes),
  );

  /** Cosignature lines of the checkpoint of this size, one per witness. */
  readonly cosignatureLines = loadedBy<number, string>(async (sizes) => {
    const lines = await readCosignatureLines(this.#em, this.#log, sizes);
    return sizes.map((size) => lines.get(size) ?? '');
  });

  /** Size of the first checkpoint of at least this size with a quorum of cosignatures, and at least one. Null if not found. */
  async firstCosigned(size: number, of: WitnessQuorum): Promise<number | null> {
    if (of.witnesses.length === 0) return null;
    const known = this.#firstCosigned.get(of);
    const loader = known ?? new DataLoader<number, number | null>((sizes) => this.#cosignedFrom(sizes, of));
    if (!known) this.#firstCosigned.set(of, loader);
    return loader.load(size);
  }

  /** Proof that a leaf is in the tree of this size. Reads at most two tiles per level. */
  inclusionProof(index: number, size: number): Promise<Uint8Array[]> {
    return proofFromTiles(inclusionPlan(index, size), size, (tile) => this.#tile(tile));
  }

  /** Hashes of a full or partial tile. @throws if the stored tile has fewer */
  async #tile({ level, index, width }: Tile): Promise<Uint8Array> {
    const hashes =
      (await this.#fullTile(`${level}/${index}`)) ?? (await this.#partialTile(`${level}/${index}/${width}`));
    const length = width * HASH_LENGTH;
    if (hashes.length < length)
      throw new Error(`The log’s tables have fewer than the ${width} hashes needed of tile ${level}/${index}.`);
    return hashes.subarray(0, length);
  }

  readonly #fullTile = loadedBy<string, Buffer | null>((names) =>
    readFullTiles(this.#em, this.#log, names.map(tileOf)),
  );

  readonly #partialTile = loadedBy<string, Buffer>((names) => readPartialTiles(this.#em, this.#log, names.map(tileOf)));

  #cosignedFrom(sizes: readonly number[], { witnesses, quorum }: WitnessQuorum): Promise<(number | null)[]> {
    const ids = witnesses.map(witnessId);
    return readFirstCosigned(this.#em, this.#log, { sizes, witnesses: ids, quorum: Math.max(1, quorum) });
  }
}

function loadedBy<Key, Value>(read: (keys: readonly Key[]) => Promise<Value[]>): (key: Key) => Promise<Value> {
  const loader = new DataLoader<Key, Value>(read);
  return (key) => loader.load(key);
}

/** Parses the name of a tile, such as `0/17`, or `0/17/5` with a width. */
function tileOf(name: string): Tile {
  const [level, index, width = TILE_WIDTH] = name.split('/').map(Number);
  return { level: level!, index: index!, width };
}
