import type { EntityManager } from '@mikro-orm/postgresql';
import { Batches, type WaitingItem } from '../platform/batches.ts';
import type { Database } from '../platform/database/database.ts';
import { isOfTheData } from '../platform/database/sqlstate.ts';
import { Refusal } from '../platform/errors/errors.ts';
import { CompactRange, HASH_LENGTH, leafHash } from '../proof/merkle.ts';
import { TILE_LEVELS, TILE_WIDTH } from '../proof/tiles.ts';
import { type EntryPosition, insertEntries, readPlaces } from './log-entry.sql.ts';
import { LogFrozen } from './log-frozen.ts';
import { type Disputes, lockAndReadState, readClosedSizes, updateTree } from './log-state.sql.ts';
import { insertTile } from './log-tile.sql.ts';
import type { LogTree } from './log-tree.ts';

/** A database row to write in the transaction that adds a log entry, if the entry is new. */
export interface AccompanyingRow<Row = unknown> {
  row: Row;
  /** Approximate size of the row in the SQL statement, in bytes. */
  byteSize: number;
  /**
   * Writes the rows of a batch that have this function, in the order of their entries. Its effects must be part of the
   * transaction of `em`, because it runs again if the batch is retried in parts.
   */
  write(em: EntityManager, rows: readonly PlacedRow<Row>[]): Promise<void>;
}

/** A row to write, and the position of its log entry. */
export interface PlacedRow<Row> {
  row: Row;
  log: number;
  index: number;
}

export interface LogLeaf {
  /** Identifies the content. Logging the same key again adds no entry and writes no row. */
  key: string;
  body: Uint8Array;
  alongside?: AccompanyingRow;
  /** If true and the key exists, none of the leaves appended in the same call is logged. */
  mustBeNew?: boolean;
}

/** Position of a log entry. `isNew` is false if it existed before. */
export interface AppendResult {
  log: number;
  index: number;
  isNew: boolean;
}

/** A leaf with `mustBeNew` was logged before, so none of the leaves appended in the same call was logged. */
export class AlreadyLogged extends Error {
  override readonly name = 'AlreadyLogged';
}

export interface LogWriterOptions {
  /** Throws if a log of this size must not be extended, because the database was set back or a witness disputes the log. */
  assertWritable?: (size: number, disputes: Disputes) => void;
}

/**
 * Maximum number of calls of `append` per transaction. They share the cost of PostgreSQL's commit; larger batches gain little and
 * slow each transaction.
 */
const BATCH = 256;
/** Maximum number of calls of `append` that wait to be written. Further ones would wait longer than their callers do. */
const MAX_WAITING = 4_096;
/**
 * Maximum number of bytes per transaction, and of bytes waiting to be written, because rows written alongside entries can be
 * large.
 */
const BATCH_BYTES = 4_000_000;
const MAX_WAITING_BYTES = 64_000_000;

/** Leaves that one call appends. Either all of them are logged, or none. */
interface LeafGroup {
  leaves: readonly LogLeaf[];
  bytes: number;
}
type WaitingGroup = WaitingItem<LeafGroup, AppendResult[]>;

/**
 * Appends entries to the log. Callers in one process share transactions: while one is written, the next collects entries. The
 * log's state row serializes processes, so indexes have neither gaps nor duplicates.
 */
export class LogWriter {
  readonly #database: Database;
  readonly #tree: LogTree;
  readonly #log: number;
  readonly #assertWritable: NonNullable<LogWriterOptions['assertWritable']>;
  readonly #batches = new Batches<LeafGroup, AppendResult[]>({
    maxItems: BATCH,
    weight: { of: ({ bytes }) => bytes, max: BATCH_BYTES },
    waitingAfterFailure: 'SERVE',
    serve: (batch) => this.#writeBatch(batch),
  });
  #waitingBytes = 0;

  constructor(database: Database, tree: LogTree, { assertWritable }: LogWriterOptions = {}) {
    this.#database = database;
    this.#tree = tree;
    this.#log = tree.log;
    this.#assertWritable = assertWritable ?? (() => {});
  }

  /**
   * Appends leaves, all or none. Returns the positions of their entries after commit.
   * @throws Refusal SERVICE_UNAVAILABLE if too many entries are waiting, or AlreadyLogged
   */
  append(...leaves: readonly LogLeaf[]): Promise<AppendResult[]> {
    const bytes = leaves.map(bytesOf).reduce((sum, each) => sum + each, 0);
    if (this.#batches.waiting() >= MAX_WAITING || this.#waitingBytes + bytes > MAX_WAITING_BYTES) {
      throw new Refusal('SERVICE_UNAVAILABLE', 'Too many seals are waiting for the log. Retry in a second.', {
        retryAfterSeconds: 1,
      });
    }
    const appended = this.#batches.add({ leaves, bytes });
    this.#waitingBytes += bytes;
    return appended;
  }

  /** Waits until all started batches are written. */
  stop(): Promise<void> {
    return this.#batches.stop();
  }

  async #writeBatch(batch: readonly WaitingGroup[]): Promise<void> {
    for (const { item } of batch) this.#waitingBytes -= item.bytes;
    try {
      await this.#write(batch);
    } catch (error) {
      // The batch is written again in parts, so that an entry that the database rejects doesn't fail the others.
      if (batch.length === 1 || !isOfTheData(error)) throw error;
      for (const group of batch) await this.#write([group]).catch(group.reject);
    }
  }

  /** Writes a batch in one transaction and reports the result of each call. @throws if nothing was written */
  async #write(batch: readonly WaitingGroup[]): Promise<void> {
    const groups = batch.map(({ item }) => item);
    const outcomes = await this.#database.transactional(async (em) => {
      const state = await lockAndReadState(em, this.#log);
      if (state.lastLog !== this.#log) throw new LogFrozen('Another log has replaced this one: restart the service.');
      const range = new CompactRange(state.size, splitHashes(state.edge));
      this.#assertWritable(range.size, state.disputes);

      const { places, unpublished } = await knownKeys(em, groups, this.#log);
      const { added, outcomes } = settle(groups, places, this.#log, range.size);
      if (added.length === 0) return outcomes;

      const first = range.size;
      const hashes = added.map(({ body }) => leafHash(body));
      const tiles = await this.#fullTiles(em, range, hashes);
      const keys = added.map(({ key }) => (unpublished.has(key) ? nameIn(this.#log, key) : key));
      await insertEntries(
        em,
        { log: this.#log, first },
        { keys, bodies: added.map(({ body }) => buffer(body)), leafHashes: hashes.map(buffer) },
      );
      for (const { level, index, hashes, root } of tiles) {
        await insertTile(em, { log: this.#log, level, index, hashes: Buffer.concat(hashes), root: buffer(root) });
      }
      await writeAlongside(em, added, this.#log, first);
      await updateTree(em, this.#log, range.size, Buffer.concat(range.hashes));
      return outcomes;
    });
    for (const { item, resolve, reject } of batch) {
      const places = item.leaves.map((leaf) => outcomes.get(leaf));
      if (places.every((place) => place !== undefined)) resolve(places);
      else reject(new AlreadyLogged('An entry that had to be new exists already.'));
    }
  }

  /** Appends leaves to the tree. Returns the tiles that became full. */
  async #fullTiles(em: EntityManager, range: CompactRange, leaves: readonly Uint8Array[]): Promise<FullTile[]> {
    const gathered = new Map<number, Uint8Array[]>();
    const tiles: FullTile[] = [];
    for (const leaf of leaves) {
      range.append(leaf, ({ level, index }, hash) => {
        if (level % TILE_LEVELS !== 0) return;
        const tileLevel = level / TILE_LEVELS;
        // A full tile's root hash is computed in the step that fills the tile.
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
}

interface FullTile {
  level: number;
  index: number;
  hashes: Uint8Array[];
  root: Uint8Array;
}

interface KnownKeys {
  /** Positions of entries with existing keys, in this log or an earlier one. */
  places: Map<string, EntryPosition>;
  /** Keys of entries that an earlier log never published. These entries are logged again under another key. */
  unpublished: Set<string>;
}

async function knownKeys(em: EntityManager, batch: readonly LeafGroup[], log: number): Promise<KnownKeys> {
  const keys = batch.flatMap(({ leaves }) => leaves.map(({ key }) => key));
  const places = await readPlaces(em, keys);
  const unpublished = new Set<string>();
  // Most calls end here, because services with earlier logs are rare.
  if (![...places.values()].some((place) => place.log !== log)) return { places, unpublished };
  const closed = await readClosedSizes(em);
  const isPublished = (place: EntryPosition) => place.index < (closed.get(place.log) ?? Infinity);
  for (const [key, place] of places) if (!isPublished(place)) unpublished.add(key);
  const again = await readPlaces(
    em,
    [...unpublished].flatMap((key) => [...closed.keys(), log].map((later) => nameIn(later, key))),
  );
  for (const key of unpublished) {
    const place = [...closed.keys(), log]
      .map((later) => again.get(nameIn(later, key)))
      .find((one) => one && isPublished(one));
    if (place) places.set(key, place);
    else places.delete(key);
  }
  return { places, unpublished };
}

/**
 * Key under which an entry is logged again in this log if an earlier log never published it. Keys are unique, so one index lookup
 * finds each.
 */
function nameIn(log: number, key: string): string {
  return `${key} in ${log}`;
}

/** Decides which leaves become new entries, in order, and the result of each leaf. Leaves of rejected calls are left out. */
function settle(batch: readonly LeafGroup[], places: Map<string, EntryPosition>, log: number, size: number) {
  const added: LogLeaf[] = [];
  const outcomes = new Map<LogLeaf, AppendResult>();
  for (const { leaves } of batch) {
    if (leaves.some(({ key, mustBeNew }) => mustBeNew && places.has(key))) continue;
    for (const leaf of leaves) {
      const known = places.get(leaf.key);
      const place = known ?? { log, index: size + added.length };
      outcomes.set(leaf, { ...place, isNew: known === undefined });
      if (known) continue;
      places.set(leaf.key, place);
      added.push(leaf);
    }
  }
  return { added, outcomes };
}

/** Writes the rows of new entries. Calls each write function once with all its rows, so that it can use one statement. */
async function writeAlongside(em: EntityManager, added: readonly LogLeaf[], log: number, first: number): Promise<void> {
  const rows = added.flatMap(({ alongside }, at) => (alongside ? [{ ...alongside, log, index: first + at }] : []));
  for (const [write, ofWrite] of Map.groupBy(rows, ({ write }) => write)) await write(em, ofWrite);
}

/** Approximate size of a leaf in the SQL statements, where bytes are written as hex. */
function bytesOf({ body, alongside }: LogLeaf): number {
  return 2 * body.length + (alongside?.byteSize ?? 0);
}

function splitHashes(joined: Buffer): Buffer[] {
  return Array.from({ length: joined.length / HASH_LENGTH }, (_, at) =>
    joined.subarray(at * HASH_LENGTH, (at + 1) * HASH_LENGTH),
  );
}

/** Converts bytes to a Buffer, the only type that the driver writes as bytea. */
function buffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
