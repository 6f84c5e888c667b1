import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Database } from '../platform/database/database.ts';
import { shared } from '../platform/request-scope.ts';
import { equalBytes } from '../proof/bytes.ts';
import { type Checkpoint, formatCheckpoint, openCheckpoint } from '../proof/checkpoint.ts';
import { CompactRange, leafHash, verifyConsistency } from '../proof/merkle.ts';
import { formatNote, type VerifierKey } from '../proof/note.ts';
import { assertUndisputed } from './disputes.ts';
import { findNewestCheckpoint, insertCheckpoint, type PublishedCheckpoint } from './log-checkpoint.sql.ts';
import { readEntries } from './log-entry.sql.ts';
import { LogFrozen } from './log-frozen.ts';
import type { CheckpointSigner } from './log-key.ts';
import { type Disputes, readWritableState, tryTurnAtPublishing } from './log-state.sql.ts';
import type { LogTree } from './log-tree.ts';
import type { RememberedCheckpoint } from './remembered-checkpoint.ts';

/** Number of log entries to read per query. */
const READ_BATCH = 2_000;
/** Milliseconds between attempts while another process is publishing. */
const TURN_MS = 10;

export interface CheckpointPublisherOptions {
  database: Database;
  tree: LogTree;
  signer: CheckpointSigner;
  remembered: RememberedCheckpoint;
  /** Public keys of the witnesses that can stop this log by disputing it. */
  witnesses: readonly VerifierKey[];
}

/**
 * Signs the log's checkpoints. Signatures can't be taken back, so before each one the new entries are read again from the
 * database and added to the last published tree. An advisory lock serializes the processes.
 */
export class CheckpointPublisher {
  readonly #database: Database;
  readonly #tree: LogTree;
  readonly #signer: CheckpointSigner;
  readonly #remembered: RememberedCheckpoint;
  readonly #witnesses: readonly VerifierKey[];
  /** The tree that this process verified last. Null before the first verification. */
  #verified: CompactRange | null = null;
  #latest: PublishedCheckpoint | null = null;
  #frozen: LogFrozen | null = null;
  /** True if another log had already replaced this one when the log's size was last read. */
  #isClosed = false;
  /** Disputes of witnesses when the log's size was last read. */
  #disputes: Disputes = {};
  #publishing: Promise<unknown> = Promise.resolve();

  constructor({ database, tree, signer, remembered, witnesses }: CheckpointPublisherOptions) {
    this.#database = database;
    this.#tree = tree;
    this.#signer = signer;
    this.#remembered = remembered;
    this.#witnesses = witnesses;
  }

  /**
   * Why this process signs no more checkpoints until it restarts. Doesn't include disputes of witnesses and a newer log, which
   * also prevent signing.
   */
  get frozen(): LogFrozen | null {
    return this.#frozen;
  }

  /**
   * Called before entries are appended to a tree of this size.
   * @throws LogFrozen if this process is frozen, if a witness disputes the log, or if more entries than `size` were verified
   * before, so that the database was set back
   */
  assertWritable(size: number, disputes: Disputes): void {
    if (this.#frozen) throw this.#frozen;
    assertUndisputed(disputes, this.#witnesses);
    if (this.#verified && size < this.#verified.size) this.#freeze(lostEntriesMessage(this.#verified.size, size));
  }

  /**
   * Publishes a checkpoint that covers `size` entries, which must be committed. Returns a checkpoint that covers them, which
   * another process can have published.
   * @throws LogFrozen
   */
  async publish(size: number): Promise<PublishedCheckpoint> {
    if (this.#latest && this.#latest.size >= size) return this.#latest;
    return shared(() => {
      const mine = this.#publishing.catch(() => {}).then(() => this.#publishInTurn(size));
      this.#publishing = mine;
      return mine;
    });
  }

  /**
   * Compares the entries in the database with the newest stored checkpoint and with the last one that this machine signed.
   * Call it before writing to the log.
   * @throws LogFrozen
   */
  async check(): Promise<void> {
    while (!(await this.#inTurn((em) => this.#verify(em)))) await sleep(TURN_MS);
  }

  /** Waits until checkpoints in progress are published. */
  async stop(): Promise<void> {
    await this.#publishing.catch(() => {});
  }

  async #publishInTurn(size: number): Promise<PublishedCheckpoint> {
    while (!(this.#latest && this.#latest.size >= size)) {
      const published = await this.#inTurn((em) => this.#publishAll(em));
      // The new checkpoint is stored here, because it is committed only now.
      if (published) this.#latest = published;
      else await sleep(TURN_MS);
      if (published && published.size < size) throw new Error(`The log has only ${published.size} of ${size} entries.`);
    }
    return this.#latest;
  }

  /** Runs `work` in a transaction while no other process publishes. Null without running it if another process publishes. */
  async #inTurn<T>(work: (em: EntityManager) => Promise<T>): Promise<T | null> {
    if (this.#frozen) throw this.#frozen;
    return this.#database.orm.em.fork().transactional(async (em) => {
      return (await tryTurnAtPublishing(em, this.#tree.log)) ? work(em) : null;
    });
  }

  async #publishAll(em: EntityManager): Promise<PublishedCheckpoint> {
    const range = await this.#verify(em);
    if (this.#latest?.size === range.size) return this.#latest;
    assertUndisputed(this.#disputes, this.#witnesses);
    if (this.#isClosed) throw new LogFrozen('Another log has replaced this one: restart the service.');

    const checkpoint = { origin: this.#signer.key.name, size: range.size, root: range.root() };
    const text = formatCheckpoint(checkpoint);
    const note = formatNote({ text, signatures: [await this.#signer.sign(text)] });
    // The checkpoint is written to the file before the database: a signed checkpoint must be remembered even if the database
    // write fails.
    await this.#remembered.write(note);
    await insertCheckpoint(em, this.#tree.log, { size: range.size, note });
    return { ...checkpoint, extensions: [], note };
  }

  /**
   * Extends the verified tree to the current size of the log. Verifies that checkpoints of other processes continue it, and reads
   * all later entries again.
   */
  async #verify(em: EntityManager): Promise<CompactRange> {
    const size = await this.#size(em);
    const published = await this.#lastPublished(em);
    const known = this.#verified ?? (await this.#begin(em, size, published));
    if (size < known.size) this.#freeze(lostEntriesMessage(known.size, size));
    if (published && published.size > size) this.#freeze(lostEntriesMessage(published.size, size));
    const range = published && published.size > known.size ? await this.#continued(em, known, published) : known;
    if (published?.size === range.size) this.#assertSame(published, range);

    while (range.size < size) {
      const entries = await readEntries(em, {
        log: this.#tree.log,
        first: range.size,
        end: size,
        most: READ_BATCH,
      });
      if (entries.length === 0) this.#freeze(`Entry ${range.size} is missing.`);
      for (const { index, body, leafHash: stored } of entries) {
        const hash = leafHash(body);
        if (index !== range.size) this.#freeze(`Entry ${range.size} is missing.`);
        if (!equalBytes(hash, stored)) this.#freeze(`Entry ${index} does not have the hash that was stored with it.`);
        range.append(hash);
      }
    }
    this.#verified = range;
    if (published) this.#latest = published;
    return range;
  }

  /**
   * The tree to start from: the last one signed on this machine, otherwise the last published one, otherwise an empty one. It is
   * read from the tiles and compared with the signed root.
   */
  async #begin(em: EntityManager, size: number, published: PublishedCheckpoint | null): Promise<CompactRange> {
    const note = this.#remembered.read();
    const start = note ? this.#open(note) : published;
    if (!start) return new CompactRange();
    if (start.size > size) this.#freeze(lostEntriesMessage(start.size, size));
    const range = new CompactRange(start.size, await this.#tree.edge(em, start.size));
    this.#assertSame(start, range);
    return range;
  }

  /** The tree of a later checkpoint, read from the tiles, after verifying that it continues the known tree. */
  async #continued(em: EntityManager, known: CompactRange, { size, root }: Checkpoint): Promise<CompactRange> {
    if (known.size > 0) {
      const proof = await this.#tree.consistencyProof(em, known.size, size);
      if (!verifyConsistency(known.size, size, proof, known.root(), root)) {
        this.#freeze(`The published tree of ${size} entries does not continue that of ${known.size}.`);
      }
    }
    return new CompactRange(size, await this.#tree.edge(em, size));
  }

  #assertSame({ size, root }: Checkpoint, range: CompactRange): void {
    if (equalBytes(root, range.root())) return;
    this.#freeze(`The first ${size} entries differ from the published ones.`);
  }

  async #size(em: EntityManager): Promise<number> {
    const { size, isClosed, disputes, frozenReason } = await readWritableState(em, this.#tree.log);
    if (frozenReason !== null && !isClosed) this.#freeze(frozenReason);
    this.#isClosed = isClosed;
    this.#disputes = disputes;
    return size;
  }

  async #lastPublished(em: EntityManager): Promise<PublishedCheckpoint | null> {
    const published = await findNewestCheckpoint(em, this.#tree.log);
    // A checkpoint that is already verified isn't verified again, which would take a millisecond.
    return published && published.note !== this.#latest?.note ? this.#open(published.note) : published;
  }

  /** Parses a checkpoint and verifies that this log's key signed it. */
  #open(note: string): PublishedCheckpoint {
    try {
      return { ...openCheckpoint(note, this.#signer.key), note };
    } catch (error) {
      return this.#freeze(`One of its checkpoints is not signed with this service’s key: ${(error as Error).message}.`);
    }
  }

  #freeze(reason: string): never {
    this.#frozen = new LogFrozen(reason);
    throw this.#frozen;
  }
}

function lostEntriesMessage(published: number, size: number): string {
  return `${published} entries were published, but the database has ${size}.`;
}
