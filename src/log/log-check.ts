import type { EntityManager } from '@mikro-orm/postgresql';
import type { IntegrityCheck, IntegrityRun } from '../platform/upkeep/integrity-check.ts';
import { equalBytes } from '../proof/bytes.ts';
import { type Checkpoint, openCheckpoint } from '../proof/checkpoint.ts';
import { MalformedInput } from '../proof/malformed-input.ts';
import { CompactRange, leafHash, type Subtree } from '../proof/merkle.ts';
import { NoteRefused } from '../proof/note.ts';
import { TILE_LEVELS, TILE_WIDTH, tilePath } from '../proof/tiles.ts';
import { readCheckpointsAfter, readPublishedSize } from './log-checkpoint.sql.ts';
import { readEntries } from './log-entry.sql.ts';
import { type KnownLog, knownLogs } from './log-register.ts';
import { readTree } from './log-state.sql.ts';
import { insertMissingTile, readTiles } from './log-tile.sql.ts';
import { RememberedCheckpoint } from './remembered-checkpoint.ts';

/** Codes of findings about a log. Their meaning never changes. */
type LogFindingCode =
  /** The stored size or tree of the log doesn't match its entries, or is smaller than a signed tree. */
  | 'LOG_STATE_WRONG'
  | 'LOG_ENTRY_MISSING'
  /** The stored leaf hash of an entry doesn't match the entry. */
  | 'LOG_ENTRY_CHANGED'
  | 'LOG_TILE_MISSING'
  | 'LOG_TILE_WRONG'
  /** A signed tree doesn't match the entries. */
  | 'LOG_CHECKPOINT_WRONG';

/** Number of log entries or checkpoints to read per query. */
const BATCH = 1_000;

/**
 * Checks the log's stored data: entries without a gap and with correct hashes must match every tile, every signed tree, the
 * checkpoint remembered outside the database, and the stored state for appending.
 * Entries added during the check are ignored. The only repair is adding missing tiles, which are derived from the entries.
 */
export function logCheck(dataDir: string): IntegrityCheck {
  return {
    name: 'log',
    async run(run) {
      const { em } = run.ctx.fork();
      for (const known of await knownLogs(em)) {
        const check = new TreeCheck(run, em, known, new RememberedCheckpoint(dataDir, known.log));
        if (!(await check.run())) return false;
      }
      return true;
    },
  };
}

class TreeCheck {
  readonly #run: IntegrityRun;
  readonly #em: EntityManager;
  readonly #log: KnownLog;
  readonly #remembered: RememberedCheckpoint;
  readonly #range = new CompactRange();
  /** Computed hashes of tiles that aren't full yet, by level. */
  readonly #gathered = new Map<number, Uint8Array[]>();
  /** Full tiles that aren't compared with the stored ones yet. */
  #full: { level: number; index: number; hashes: Uint8Array[]; root?: Uint8Array }[] = [];
  #isTreeWrong = false;

  constructor(run: IntegrityRun, em: EntityManager, log: KnownLog, remembered: RememberedCheckpoint) {
    this.#run = run;
    this.#em = em;
    this.#log = log;
    this.#remembered = remembered;
  }

  async run(): Promise<boolean> {
    const { log } = this.#log;
    // The published size is read before the log's state, because checkpoints only cover entries written before them.
    const published = await readPublishedSize(this.#em, log);
    const { size, edge, isClosed } = await readTree(this.#em, log);
    // Missing entries of a closed log aren't reported here: the first entry of the log that replaced it shows them.
    if (published > size && !isClosed) {
      this.#found('LOG_STATE_WRONG', `${published} entries were published, but it has ${size}.`);
    }
    const remembered = this.#rememberedCheckpoint(size, isClosed);
    const checkpoints = this.#checkpoints(size);
    let expected = await checkpoints.next();
    while (this.#range.size < size) {
      if (this.#run.isOver()) return false;
      const rows = await readEntries(this.#em, { log, first: this.#range.size, end: size, most: BATCH });
      for (const { index, body, leafHash: stored } of rows) {
        if (index !== this.#range.size) break;
        if (!equalBytes(leafHash(body), stored)) {
          this.#found('LOG_ENTRY_CHANGED', `The hash of entry ${index} doesn’t match its stored leaf.`, [
            `log_entry ${log} ${index}`,
          ]);
        }
        this.#range.append(stored, (subtree, hash) => this.#gather(subtree, hash));
        while (!expected.done && expected.value.size === this.#range.size) {
          this.#compare(expected.value);
          expected = await checkpoints.next();
        }
        if (remembered?.size === this.#range.size) this.#compare(remembered);
      }
      await this.#compareTiles();
      this.#run.count('entries', rows.length);
      this.#run.progress(this.#range.size, size);
      if (rows.length === 0 || this.#range.size < rows.at(-1)!.index + 1) {
        const at = this.#range.size;
        this.#found('LOG_ENTRY_MISSING', `Entry ${at} of ${size} is missing; later entries were not checked.`, [
          `log_entry ${log} ${at}`,
        ]);
        return true;
      }
    }
    if (!equalBytes(Buffer.concat(this.#range.hashes), edge)) {
      this.#found(
        'LOG_STATE_WRONG',
        'The stored tree, to which the next entry is appended, doesn’t match the entries.',
      );
    }
    return true;
  }

  /** Valid checkpoints up to the log's size at the start of the check, smallest first. Reports invalid ones. */
  async *#checkpoints(size: number): AsyncGenerator<Checkpoint> {
    for (let after = 0; ; ) {
      const notes = await readCheckpointsAfter(this.#em, this.#log.log, after, BATCH);
      for (const one of notes) {
        if (one.size > size) return;
        const checkpoint = this.#opened(one.note, `The checkpoint of ${one.size} entries`);
        this.#run.count('checkpoints', 1);
        if (checkpoint && checkpoint.size !== one.size) {
          this.#found(
            'LOG_CHECKPOINT_WRONG',
            `The checkpoint stored as ${one.size} entries is for ${checkpoint.size}.`,
          );
        } else if (checkpoint) yield checkpoint;
      }
      if (notes.length < BATCH) return;
      after = notes.at(-1)!.size;
    }
  }

  #rememberedCheckpoint(size: number, isClosed: boolean): Checkpoint | null {
    const note = this.#remembered.read();
    const checkpoint = note === null ? null : this.#opened(note, 'The checkpoint remembered in DATA_DIR/log');
    if (!checkpoint || checkpoint.size <= size) return checkpoint;
    if (!isClosed) {
      const what = `${checkpoint.size} entries were signed here, according to DATA_DIR/log, but it has ${size}.`;
      this.#found('LOG_STATE_WRONG', what);
    }
    return null;
  }

  #opened(note: string, what: string): Checkpoint | null {
    try {
      return openCheckpoint(note, this.#log.key);
    } catch (error) {
      if (!(error instanceof NoteRefused || error instanceof MalformedInput)) throw error;
      this.#found('LOG_CHECKPOINT_WRONG', `${what} is not signed with the log’s key: ${error.message}.`);
      return null;
    }
  }

  /** Reports only the first tree that doesn't match, because one wrong entry makes all later trees differ. */
  #compare({ size, root }: Checkpoint): void {
    if (this.#isTreeWrong || equalBytes(root, this.#range.root())) return;
    this.#isTreeWrong = true;
    this.#found('LOG_CHECKPOINT_WRONG', `The first ${size} entries don’t match their signed tree.`, [
      `log_checkpoint ${this.#log.log} ${size}`,
    ]);
  }

  #gather({ level, index }: Subtree, hash: Uint8Array): void {
    if (level % TILE_LEVELS !== 0) return;
    const tileLevel = level / TILE_LEVELS;
    const below = this.#full.find((tile) => tile.level === tileLevel - 1 && tile.index === index);
    if (below) below.root = hash;
    const hashes = this.#gathered.get(tileLevel) ?? [];
    hashes.push(hash);
    this.#gathered.set(tileLevel, hashes);
    if (hashes.length < TILE_WIDTH) return;
    this.#full.push({ level: tileLevel, index: Math.floor(index / TILE_WIDTH), hashes });
    this.#gathered.delete(tileLevel);
  }

  async #compareTiles(): Promise<void> {
    const full = this.#full;
    this.#full = [];
    for (const [level, tiles] of Map.groupBy(full, (tile) => tile.level)) {
      const { log } = this.#log;
      const stored = await readTiles(this.#em, { log, level, indexes: tiles.map(({ index }) => index) });
      for (const { index, hashes, root } of tiles) {
        const found = stored.find((tile) => tile.index === index);
        const path = tilePath({ level, index, width: TILE_WIDTH });
        const rows = [`log_tile ${this.#log.log} ${level} ${index}`];
        const expected = Buffer.concat(hashes);
        if (!found) {
          const what = `${path} is missing.`;
          this.#found('LOG_TILE_MISSING', what, rows, await this.#insertTile(level, index, expected, root!));
        } else if (!equalBytes(found.hashes, expected) || !equalBytes(found.root, root!)) {
          this.#found('LOG_TILE_WRONG', `${path} doesn’t contain the hashes of the entries below it.`, rows);
        }
      }
      this.#run.count('tiles', tiles.length);
    }
  }

  async #insertTile(level: number, index: number, hashes: Buffer, root: Uint8Array): Promise<string | null> {
    // Missing tiles aren't repaired if entries are wrong: a tile made of them would hide which entries are wrong.
    if (!this.#run.repairs || this.#isTreeWrong) return null;
    await insertMissingTile(this.#em, { log: this.#log.log, level, index, hashes, root: Buffer.from(root) });
    return 'recreated from the entries';
  }

  #found(kind: LogFindingCode, what: string, rows: readonly string[] = [], repair: string | null = null): void {
    this.#run.found({ kind, what: `${this.#log.key.name}: ${what}`, rows, repair });
  }
}
