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
 * What proofs of entries of one log read. Whatever is asked for at the same moment is one statement of each kind, so that a page
 * of entries takes no more statements than one.
 */
export class LogReads {
  readonly #em: EntityManager;
  readonly #log: number;
  readonly #firstCosigned = new Map<WitnessQuorum, DataLoader<number, number | null>>();

  constructor(em: EntityManager, log: number) {
    this.#em = em;
    this.#log = log;
  }

  /** The body of an entry; null when there is none. */
  readonly entry = loadedBy<number, Buffer | null>(async (indexes) => {
    const bodies = await readBodiesAt(this.#em, this.#log, indexes);
    return indexes.map((index) => bodies.get(index) ?? null);
  });

  /** The first checkpoint of at least this size; null when there is none yet. */
  readonly checkpointCovering = loadedBy<number, PublishedCheckpoint | null>((sizes) =>
    readCheckpointsCovering(this.#em, this.#log, sizes),
  );

  /** The lines that stand behind the signature of the checkpoint of this size, one for each witness. */
  readonly cosignatureLines = loadedBy<number, string>(async (sizes) => {
    const lines = await readCosignatureLines(this.#em, this.#log, sizes);
    return sizes.map((size) => lines.get(size) ?? '');
  });

  /** Size of the first checkpoint from this size on that has its quorum, at the least one cosignature; null without one. */
  async firstCosigned(size: number, of: WitnessQuorum): Promise<number | null> {
    if (of.witnesses.length === 0) return null;
    const known = this.#firstCosigned.get(of);
    const loader = known ?? new DataLoader<number, number | null>((sizes) => this.#cosignedFrom(sizes, of));
    if (!known) this.#firstCosigned.set(of, loader);
    return loader.load(size);
  }

  /** The proof that a leaf is in the tree of this size. Reads two tiles a level at the most. */
  inclusionProof(index: number, size: number): Promise<Uint8Array[]> {
    return proofFromTiles(inclusionPlan(index, size), size, (tile) => this.#tile(tile));
  }

  /** The hashes of a tile, of full width or less. @throws when the log does not have as many */
  async #tile({ level, index, width }: Tile): Promise<Uint8Array> {
    const hashes =
      (await this.#fullTile(`${level}/${index}`)) ?? (await this.#partialTile(`${level}/${index}/${width}`));
    const length = width * HASH_LENGTH;
    if (hashes.length < length) throw new Error(`The log's tables lack ${width} hashes of tile ${level}/${index}.`);
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

/** The tile of a name such as `0/17` or, with its width, `0/17/5`. */
function tileOf(name: string): Tile {
  const [level, index, width = TILE_WIDTH] = name.split('/').map(Number);
  return { level: level!, index: index!, width };
}
