import type { EntityManager } from '@mikro-orm/postgresql';
import DataLoader from 'dataloader';
import { sql } from '../platform/database/database.ts';
import { HASH_LENGTH, inclusionPlan } from '../proof/merkle.ts';
import { proofFromTiles, TILE_WIDTH, type Tile } from '../proof/tiles.ts';
import { type Witnessing, witnessId } from './cosignatures.ts';
import { type PublishedCheckpoint, readCheckpoint } from './published-checkpoints.ts';

/**
 * What proofs of entries of one log read. Whatever is asked for at the same moment is one statement of each kind, so that a page
 * of entries takes no more statements than one.
 */
export class LogReads {
  readonly #em: EntityManager;
  readonly #log: number;
  readonly #firstCosigned = new Map<Witnessing, DataLoader<number, number | null>>();

  constructor(em: EntityManager, log: number) {
    this.#em = em;
    this.#log = log;
  }

  /** The body of an entry; null when there is none. */
  readonly entry = loadedBy<number, Buffer | null>(async (indexes) => {
    const rows = await this.#rows<{ index: string; body: Buffer }>(
      'select index, body from log_entry where log = $1 and index = any($2::bigint[])',
      [indexes],
    );
    const bodies = new Map(rows.map(({ index, body }) => [Number(index), body]));
    return indexes.map((index) => bodies.get(index) ?? null);
  });

  /** The first checkpoint of at least this size; null when there is none yet. */
  readonly checkpointCovering = loadedBy<number, PublishedCheckpoint | null>(async (sizes) => {
    const rows = await this.#rows<{ at: string; note: string }>(
      `select asked.at, first.note from unnest($2::bigint[]) with ordinality as asked (size, at) cross join lateral
         (select note from log_checkpoint where log = $1 and size >= asked.size order by size limit 1) first`,
      [sizes],
    );
    return inPlaces(sizes, rows, readCheckpoint);
  });

  /** The lines that stand behind the signature of the checkpoint of this size, one for each witness. */
  readonly cosignatureLines = loadedBy<number, string>(async (sizes) => {
    const rows = await this.#rows<{ size: string; line: string }>(
      'select size, line from log_cosignature where log = $1 and size = any($2::bigint[]) order by size, witness',
      [sizes],
    );
    const lines = Map.groupBy(rows, ({ size }) => Number(size));
    return sizes.map((size) => (lines.get(size) ?? []).map(({ line }) => line).join(''));
  });

  /** Size of the first checkpoint from this size on that has its quorum, at the least one cosignature; null without one. */
  async firstCosigned(size: number, of: Witnessing): Promise<number | null> {
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
    const hashes = (await this.#fullTile(`${level}/${index}`)) ?? (await this.#hashes(`${level}/${index}/${width}`));
    const length = width * HASH_LENGTH;
    if (hashes.length < length) throw new Error(`The log's tables lack ${width} hashes of tile ${level}/${index}.`);
    return hashes.subarray(0, length);
  }

  readonly #fullTile = loadedBy<string, Buffer | null>(async (names) => {
    const rows = await this.#rows<{ at: string; hashes: Buffer }>(
      `select asked.at, hashes from unnest($2::int[], $3::bigint[]) with ordinality as asked (level, index, at)
         join log_tile tile on tile.log = $1 and tile.level = asked.level and tile.index = asked.index`,
      columnsOf(names, 2),
    );
    return inPlaces(names, rows, ({ hashes }) => hashes);
  });

  /** Of tiles that are not full yet: at the bottom those of the entries, above them the roots of the full tiles below. */
  readonly #hashes = loadedBy<string, Buffer>(async (names) => {
    const rows = await this.#rows<{ at: string; hash: Buffer }>(
      `select asked.at, found.hash from unnest($2::int[], $3::bigint[], $4::int[])
         with ordinality as asked (level, index, width, at) cross join lateral (
           select entry.index as place, leaf_hash as hash from log_entry entry where asked.level = 0 and log = $1
             and entry.index >= asked.index * ${TILE_WIDTH} and entry.index < asked.index * ${TILE_WIDTH} + asked.width
           union all
           select tile.index, root from log_tile tile where asked.level > 0 and log = $1 and tile.level = asked.level - 1
             and tile.index >= asked.index * ${TILE_WIDTH} and tile.index < asked.index * ${TILE_WIDTH} + asked.width
         ) found order by asked.at, found.place`,
      columnsOf(names, 3),
    );
    const hashes = Map.groupBy(rows, ({ at }) => Number(at));
    return names.map((_, at) => Buffer.concat((hashes.get(at + 1) ?? []).map(({ hash }) => hash)));
  });

  async #cosignedFrom(sizes: readonly number[], { witnesses, quorum }: Witnessing): Promise<(number | null)[]> {
    const rows = await this.#rows<{ at: string; size: string }>(
      `select asked.at, first.size from unnest($2::bigint[]) with ordinality as asked (size, at) cross join lateral
         (select size from log_cosignature where log = $1 and size >= asked.size and witness = any($3)
          group by size having count(*) >= $4 order by size limit 1) first`,
      [sizes, witnesses.map(witnessId), Math.max(1, quorum)],
    );
    return inPlaces(sizes, rows, ({ size }) => Number(size));
  }

  #rows<Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]> {
    return sql<Row>(this.#em, text, [this.#log, ...values]);
  }
}

function loadedBy<Key, Value>(read: (keys: readonly Key[]) => Promise<Value[]>): (key: Key) => Promise<Value> {
  const loader = new DataLoader<Key, Value>(read);
  return (key) => loader.load(key);
}

/** What was found for each key, null for those of which nothing was; `at` counts from one. */
function inPlaces<Row extends { at: string }, Value>(
  keys: readonly unknown[],
  rows: readonly Row[],
  read: (row: Row) => Value,
): (Value | null)[] {
  const values = new Map(rows.map((row) => [Number(row.at), read(row)]));
  return keys.map((_, at) => values.get(at + 1) ?? null);
}

/** The numbers of names such as `0/17`, column by column. */
function columnsOf(names: readonly string[], count: number): number[][] {
  const rows = names.map((name) => name.split('/').map(Number));
  return Array.from({ length: count }, (_, column) => rows.map((row) => row[column]!));
}
