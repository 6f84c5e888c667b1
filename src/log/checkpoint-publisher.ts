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
import { type Disputes, readSizeAndDisputes, tryTurnAtPublishing } from './log-state.sql.ts';
import type { LogTree } from './log-tree.ts';
import type { RememberedCheckpoint } from './remembered-checkpoint.ts';

/** Entries read again at a time. */
const READ_BATCH = 2_000;
/** How long to leave to another process that publishes at this moment. */
const TURN_MS = 10;

export interface CheckpointPublisherOptions {
  database: Database;
  tree: LogTree;
  signer: CheckpointSigner;
  remembered: RememberedCheckpoint;
  /** Whose word that the log is another one stops it. */
  witnesses: readonly VerifierKey[];
}

/**
 * Signs the log's checkpoints. A checkpoint is a promise for ever, so before it is signed the entries since the last one are
 * read again from the database and hashed anew, on top of a tree that is known to be the one last published. Processes take
 * turns at an advisory lock.
 */
export class CheckpointPublisher {
  readonly #database: Database;
  readonly #tree: LogTree;
  readonly #signer: CheckpointSigner;
  readonly #remembered: RememberedCheckpoint;
  readonly #witnesses: readonly VerifierKey[];
  /** The tree as of the last checkpoint that this process has checked; null until the first. */
  #verified: CompactRange | null = null;
  #latest: PublishedCheckpoint | null = null;
  #frozen: LogFrozen | null = null;
  /** Whether another log had taken its place when its size was last read. */
  #isClosed = false;
  /** As they were when its size was last read. */
  #disputes: Disputes = {};
  #publishing: Promise<unknown> = Promise.resolve();

  constructor({ database, tree, signer, remembered, witnesses }: CheckpointPublisherOptions) {
    this.#database = database;
    this.#tree = tree;
    this.#signer = signer;
    this.#remembered = remembered;
    this.#witnesses = witnesses;
  }

  /** Why nothing is signed any more; null while all is well. */
  get frozen(): LogFrozen | null {
    return this.#frozen;
  }

  /**
   * For the writer, before it appends to a tree of this size.
   * @throws LogFrozen when more than that was published, as the database was set back, or a witness has seen another log.
   */
  assertWritable(size: number, disputes: Disputes): void {
    if (this.#frozen) throw this.#frozen;
    assertUndisputed(disputes, this.#witnesses);
    if (this.#verified && size < this.#verified.size) this.#freeze(setBack(this.#verified.size, size));
  }

  /**
   * The first checkpoint of this process or of another that covers so many entries. They have to be committed.
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
   * Checks what the database holds against what was published from here. To be called before the log is written to.
   * @throws LogFrozen
   */
  async check(): Promise<void> {
    while (!(await this.#inTurn((em) => this.#verify(em)))) await sleep(TURN_MS);
  }

  /** Waits for what is being published. */
  async stop(): Promise<void> {
    await this.#publishing.catch(() => {});
  }

  async #publishInTurn(size: number): Promise<PublishedCheckpoint> {
    while (!(this.#latest && this.#latest.size >= size)) {
      const published = await this.#inTurn((em) => this.#publishAll(em));
      // Only now is it committed.
      if (published) this.#latest = published;
      else await sleep(TURN_MS);
      if (published && published.size < size) throw new Error(`The log has ${published.size} entries, not ${size}.`);
    }
    return this.#latest;
  }

  /** What `work` gives, done in a transaction while no other process publishes; null when one does. */
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
    if (this.#isClosed) throw new LogFrozen('Another log has taken its place: restart the service.');

    const checkpoint = { origin: this.#signer.key.name, size: range.size, root: range.root() };
    const text = formatCheckpoint(checkpoint);
    const note = formatNote({ text, signatures: [await this.#signer.sign(text)] });
    // First outside the database: what another has seen must be remembered, what is remembered need not have been seen.
    this.#remembered.write(note);
    await insertCheckpoint(em, this.#tree.log, { size: range.size, note });
    return { ...checkpoint, extensions: [], note };
  }

  /**
   * Takes the verified tree up to the present size. What another process has published meanwhile is proven to continue it;
   * every entry since then is read again.
   */
  async #verify(em: EntityManager): Promise<CompactRange> {
    const size = await this.#size(em);
    const published = await this.#lastPublished(em);
    const known = this.#verified ?? (await this.#begin(em, size, published));
    if (size < known.size) this.#freeze(setBack(known.size, size));
    if (published && published.size > size) this.#freeze(setBack(published.size, size));
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
   * The tree to build on: the one last signed on this machine, else the one last published by another. It is taken from the
   * tiles and must hash to what was signed.
   */
  async #begin(em: EntityManager, size: number, published: PublishedCheckpoint | null): Promise<CompactRange> {
    const note = this.#remembered.read();
    const start = note ? this.#open(note) : published;
    if (!start) return new CompactRange();
    if (start.size > size) this.#freeze(setBack(start.size, size));
    const range = new CompactRange(start.size, await this.#tree.edge(em, start.size));
    this.#assertSame(start, range);
    return range;
  }

  /** The tree of a later checkpoint, from the tiles, once its signer is shown to have built on the same tree as we. */
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
    this.#freeze(`The first ${size} entries are not the ones that were published.`);
  }

  async #size(em: EntityManager): Promise<number> {
    const { size, isClosed, disputes } = await readSizeAndDisputes(em, this.#tree.log);
    this.#isClosed = isClosed;
    this.#disputes = disputes;
    return size;
  }

  async #lastPublished(em: EntityManager): Promise<PublishedCheckpoint | null> {
    const published = await findNewestCheckpoint(em, this.#tree.log);
    // Verified when it was first met; verifying costs a millisecond.
    return published && published.note !== this.#latest?.note ? this.#open(published.note) : published;
  }

  /** A checkpoint that this log's key signed. */
  #open(note: string): PublishedCheckpoint {
    try {
      return { ...openCheckpoint(note, this.#signer.key), note };
    } catch (error) {
      return this.#freeze(
        `A checkpoint of it is not signed with the key this service has: ${(error as Error).message}.`,
      );
    }
  }

  #freeze(reason: string): never {
    this.#frozen = new LogFrozen(reason);
    throw this.#frozen;
  }
}

function setBack(published: number, size: number): string {
  return `${published} entries were published, and the database has ${size}.`;
}
