import type { EntityManager } from '@mikro-orm/postgresql';
import { type Database, sql } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { CompactRange, HASH_LENGTH, leafHash } from '../proof/merkle.ts';
import { TILE_LEVELS, TILE_WIDTH } from '../proof/tiles.ts';
import type { LogTree } from './log-tree.ts';

/** A row that stands for what is logged. It is written in the transaction of the entry, with `log` and `log_index` filled in. */
export interface LoggedRow {
  table: 'seal' | 'seal_status';
  values: Record<string, unknown>;
}

export interface LogLeaf {
  /** Names what is logged. The same key again is not logged again, and its row not written. */
  key: string;
  body: Uint8Array;
  row?: LoggedRow;
  /** Done in the same transaction, unless the key was there already. */
  also?: (em: EntityManager) => Promise<void>;
}

/**
 * Entries written in one transaction. More make each transaction slower than they make it worth; PostgreSQL's own commit is
 * the cost that is shared.
 */
const BATCH = 256;
/** Entries that wait at the most. What comes beyond would wait longer than its caller does. */
const MAX_WAITING = 4_096;

/** Where an entry is; `isNew` is false when it was there before. */
export interface Appended {
  index: number;
  isNew: boolean;
}

export interface LogWriterOptions {
  /** Throws when a log of this size must not be written to: it would be one that was set back. */
  assertWritable?: (size: number) => void;
  /** What has to happen with new entries, in their transaction; once for each batch. */
  onAppended?: (em: EntityManager, leaves: readonly LogLeaf[]) => Promise<void>;
}

interface Waiting {
  leaf: LogLeaf;
  resolve(appended: Appended): void;
  reject(error: unknown): void;
}

/**
 * Appends to the log. Callers of one process share a transaction: while one batch is being written the next one gathers.
 * Batches of several processes take turns at the log's state row, so indexes have no hole and no double.
 */
export class LogWriter {
  readonly #database: Database;
  readonly #tree: LogTree;
  readonly #log: number;
  readonly #assertWritable: (size: number) => void;
  readonly #onAppended: (em: EntityManager, leaves: readonly LogLeaf[]) => Promise<void>;
  #waiting: Waiting[] = [];
  #writing: Promise<void> | null = null;

  constructor(database: Database, tree: LogTree, { assertWritable, onAppended }: LogWriterOptions = {}) {
    this.#database = database;
    this.#tree = tree;
    this.#log = tree.log;
    this.#assertWritable = assertWritable ?? (() => {});
    this.#onAppended = onAppended ?? (async () => {});
  }

  /**
   * Where the entry is, when it is committed.
   * @throws Refusal SERVICE_UNAVAILABLE when too many wait already; nothing is written then.
   */
  append(leaf: LogLeaf): Promise<Appended> {
    if (this.#waiting.length >= MAX_WAITING) {
      throw new Refusal('SERVICE_UNAVAILABLE', 'More is being sealed than the log can take. Try again shortly.', {
        retryAfterSeconds: 1,
      });
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ leaf, resolve, reject });
      this.#writing ??= this.#writeAll().finally(() => {
        this.#writing = null;
      });
    });
  }

  /** Waits for what is being written. */
  async stop(): Promise<void> {
    await this.#writing;
  }

  async #writeAll(): Promise<void> {
    // Whoever calls in this tick comes along.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, BATCH);
      try {
        const { indexes, first } = await this.#write(batch.map(({ leaf }) => leaf));
        for (const { leaf, resolve } of batch) {
          const index = indexes.get(leaf.key)!;
          resolve({ index, isNew: index >= first });
        }
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
  }

  #write(leaves: LogLeaf[]): Promise<{ indexes: Map<string, number>; first: number }> {
    return this.#database.orm.em.fork().transactional(async (em) => {
      const [state] = await sql<{ size: string; edge: Buffer }>(
        em,
        'select size, edge from log_state where log = $1 for update',
        [this.#log],
      );
      const range = new CompactRange(Number(state!.size), splitHashes(state!.edge));
      this.#assertWritable(range.size);

      const indexes = await indexesOf(em, leaves);
      const added = [...new Map(leaves.map((leaf) => [leaf.key, leaf])).values()].filter(
        ({ key }) => !indexes.has(key),
      );
      const first = range.size;
      if (added.length === 0) return { indexes, first };

      const hashes = added.map(({ body }) => leafHash(body));
      const tiles = await this.#fullTiles(em, range, hashes);
      await this.#insertEntries(em, first, added, hashes);
      await this.#insertTiles(em, tiles);
      for (const [at, { key }] of added.entries()) indexes.set(key, first + at);
      await insertRows(em, added, (leaf) => ({ log: this.#log, log_index: indexes.get(leaf.key)! }));
      for (const { also } of added) await also?.(em);
      await this.#onAppended(em, added);
      await sql(em, 'update log_state set size = $2, edge = $3 where log = $1', [
        this.#log,
        range.size,
        Buffer.concat(range.hashes),
      ]);
      return { indexes, first };
    });
  }

  /** Appends to the range; gives the tiles that became full by it. */
  async #fullTiles(em: EntityManager, range: CompactRange, leaves: readonly Uint8Array[]): Promise<FullTile[]> {
    const gathered = new Map<number, Uint8Array[]>();
    const tiles: FullTile[] = [];
    for (const leaf of leaves) {
      range.append(leaf, ({ level, index }, hash) => {
        if (level % TILE_LEVELS !== 0) return;
        const tileLevel = level / TILE_LEVELS;
        // The subtree over a tile is complete in the same step as the tile.
        if (level > 0) tiles.find((tile) => tile.level === tileLevel - 1 && tile.index === index)!.root = hash;
        const hashes = gathered.get(tileLevel) ?? [];
        hashes.push(hash);
        gathered.set(tileLevel, hashes);
        if (index % TILE_WIDTH !== TILE_WIDTH - 1) return;
        tiles.push({ level: tileLevel, index: Math.floor(index / TILE_WIDTH), hashes, root: hash });
        gathered.delete(tileLevel);
      });
    }
    for (const tile of tiles) {
      const missing = TILE_WIDTH - tile.hashes.length;
      if (missing === 0) continue;
      const earlier = await this.#tree.hashes(em, tile.level, tile.index * TILE_WIDTH, missing);
      tile.hashes = [...earlier, ...tile.hashes];
    }
    return tiles;
  }

  async #insertEntries(em: EntityManager, first: number, leaves: LogLeaf[], hashes: Uint8Array[]): Promise<void> {
    await sql(
      em,
      `insert into log_entry (log, index, key, body, leaf_hash)
       select $1, $2 + ordinality - 1, key, body, leaf_hash
       from unnest($3::text[], $4::bytea[], $5::bytea[]) with ordinality as leaf (key, body, leaf_hash, ordinality)`,
      [this.#log, first, leaves.map(({ key }) => key), leaves.map(({ body }) => buffer(body)), hashes.map(buffer)],
    );
  }

  async #insertTiles(em: EntityManager, tiles: FullTile[]): Promise<void> {
    for (const { level, index, hashes, root } of tiles) {
      await sql(em, 'insert into log_tile (log, level, index, hashes, root) values ($1, $2, $3, $4, $5)', [
        this.#log,
        level,
        index,
        Buffer.concat(hashes),
        buffer(root),
      ]);
    }
  }
}

interface FullTile {
  level: number;
  index: number;
  hashes: Uint8Array[];
  root: Uint8Array;
}

async function indexesOf(em: EntityManager, leaves: readonly LogLeaf[]): Promise<Map<string, number>> {
  const rows = await sql<{ key: string; index: string }>(em, 'select key, index from log_entry where key = any($1)', [
    leaves.map(({ key }) => key),
  ]);
  return new Map(rows.map(({ key, index }) => [key, Number(index)]));
}

/** One statement for each table; PostgreSQL takes the columns' types from the table itself. */
async function insertRows(
  em: EntityManager,
  leaves: readonly LogLeaf[],
  placeOf: (leaf: LogLeaf) => Record<string, unknown>,
): Promise<void> {
  const byTable = Map.groupBy(
    leaves.filter((leaf) => leaf.row),
    (leaf) => leaf.row!.table,
  );
  for (const [table, rows] of byTable) {
    const values = rows.map((leaf) => ({ ...leaf.row!.values, ...placeOf(leaf) }));
    await sql(em, `insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
      JSON.stringify(values, asPostgres),
    ]);
  }
}

/** JSON has no bytes; PostgreSQL reads them from hex. */
function asPostgres(this: Record<string, unknown>, key: string, value: unknown): unknown {
  const original = this[key];
  return Buffer.isBuffer(original) ? `\\x${original.toString('hex')}` : value;
}

function splitHashes(joined: Buffer): Buffer[] {
  return Array.from({ length: joined.length / HASH_LENGTH }, (_, at) =>
    joined.subarray(at * HASH_LENGTH, (at + 1) * HASH_LENGTH),
  );
}

/** The driver writes nothing else as bytea. */
function buffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
