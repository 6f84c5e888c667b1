import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '../../platform/clock.ts';
import { type Database, sql } from '../../platform/database/database.ts';
import { CompactRange, leafHash } from '../proof/merkle.ts';
import type { VerifierKey } from '../proof/note.ts';
import type { Signer } from '../signer.ts';
import { CheckpointPublisher, type PublishedCheckpoint } from './checkpoint-publisher.ts';
import { cosignatureLines, firstCosigned, type Witnessing } from './cosignatures.ts';
import { signGenesis } from './genesis.ts';
import { LogFrozen } from './log-frozen.ts';
import type { CheckpointSigner } from './log-key.ts';
import { LogTree } from './log-tree.ts';
import { type Appended, type LogLeaf, LogWriter, type LogWriterOptions } from './log-writer.ts';
import { RememberedCheckpoint } from './remembered-checkpoint.ts';

export interface TransparencyLogOptions {
  database: Database;
  /** Signs the log's first entry. */
  signer: Signer;
  /** The key under the log's name, which is only known once the log was found or opened. */
  checkpointSigner: (origin: string) => CheckpointSigner;
  /** The name of a log that is opened anew: a bare host name. One that exists keeps its own. */
  origin: string;
  dataDir: string;
  clock: Clock;
  onAppended?: LogWriterOptions['onAppended'];
  /** Whose cosignatures a reader is told to look for; left out, nobody's. */
  witnessing?: Witnessing;
}

/** Where something is in the log. */
export interface LogPlace {
  log: number;
  index: number;
}

/** An entry with what proves that it is in the log. */
export interface LoggedEntry {
  body: Uint8Array;
  checkpoint: PublishedCheckpoint;
  proof: Uint8Array[];
}

interface OpenLog {
  tree: LogTree;
  writer: LogWriter;
  publisher: CheckpointPublisher;
  key: VerifierKey;
  openedAt: Date;
  genesis: string;
}

/**
 * An append-only log in PostgreSQL that anybody can audit: C2SP tiles and checkpoints over RFC 6962 hashes. Opened at its
 * first use, and made then if there is none, so that a service can start before its database.
 */
export class TransparencyLog {
  readonly witnessing: Witnessing;
  readonly #options: TransparencyLogOptions;
  #opening: Promise<OpenLog> | undefined;

  constructor(options: TransparencyLogOptions) {
    this.#options = options;
    this.witnessing = options.witnessing ?? { witnesses: [], quorum: 0 };
  }

  /**
   * Appends an entry and waits for a checkpoint that covers it: what this returned for is in the published log.
   * @throws LogFrozen
   */
  async append(leaf: LogLeaf): Promise<LogPlace & Appended> {
    const { tree, writer, publisher } = await this.#open();
    const appended = await writer.append(leaf);
    await publisher.publish(appended.index + 1);
    return { log: tree.log, ...appended };
  }

  /**
   * The entry in the place with the proof against the first checkpoint that covers it and has its quorum of witnesses, else
   * against the first that covers it; null when none does.
   */
  async entry(em: EntityManager, { log, index }: LogPlace): Promise<LoggedEntry | null> {
    const { publisher } = await this.#open();
    const tree = new LogTree(log);
    const cosignedSize = await firstCosigned(em, log, index + 1, this.witnessing);
    const checkpoint = await publisher.covering(em, cosignedSize ?? index + 1);
    const body = checkpoint && (await tree.entry(em, index));
    if (!checkpoint || !body) return null;
    const proof = await tree.inclusionProof(em, index, checkpoint.size);
    return { body, checkpoint: await withCosignatures(em, log, checkpoint), proof };
  }

  /** What was logged there. @throws when nothing was. */
  async entryBody(em: EntityManager, { log, index }: LogPlace): Promise<Uint8Array> {
    const body = await new LogTree(log).entry(em, index);
    if (!body) throw new Error(`Log ${log} has no entry ${index}.`);
    return body;
  }

  /** The newest checkpoint, with the cosignatures it has by now. */
  async checkpoint(em: EntityManager): Promise<PublishedCheckpoint> {
    return withCosignatures(em, (await this.tree()).log, await this.published(em));
  }

  /** The newest checkpoint as it was published, without cosignatures. */
  async published(em: EntityManager): Promise<PublishedCheckpoint> {
    const { publisher } = await this.#open();
    return (await publisher.latest(em)) ?? publisher.publish(1);
  }

  /** The checkpoints of more entries than this, as they were published: the smallest first, so many at the most. */
  async checkpoints(em: EntityManager, after: number, limit: number): Promise<{ size: number; note: string }[]> {
    const { publisher } = await this.#open();
    return publisher.after(em, after, limit);
  }

  /** The tree beneath, for tiles and proofs. */
  async tree(): Promise<LogTree> {
    return (await this.#open()).tree;
  }

  /** Its name and public key, and since when it is written. */
  async identity(): Promise<{ key: VerifierKey; openedAt: Date; genesis: string }> {
    const { key, openedAt, genesis } = await this.#open();
    return { key, openedAt, genesis };
  }

  /** @throws LogFrozen, or what the database says when it is away. */
  async probe(): Promise<void> {
    const { publisher } = await this.#open();
    if (publisher.frozen) throw publisher.frozen;
  }

  /** Waits for what is being written and published. */
  async close(): Promise<void> {
    const log = await this.#opening?.catch(() => undefined);
    await log?.writer.stop();
    await log?.publisher.stop();
  }

  /** Tried again after a failure. */
  #open(): Promise<OpenLog> {
    this.#opening ??= this.#openNow().catch((cause) => {
      this.#opening = undefined;
      throw cause;
    });
    return this.#opening;
  }

  async #openNow(): Promise<OpenLog> {
    const { database, checkpointSigner, dataDir, onAppended } = this.#options;
    const { log, origin, openedAt, genesis } = await this.#findOrMake();
    const signer = checkpointSigner(origin);
    const tree = new LogTree(log);
    const publisher = new CheckpointPublisher(database, tree, signer, new RememberedCheckpoint(dataDir, log));
    // What is there can be read though nothing more is written.
    await publisher.check().catch((error) => {
      if (!(error instanceof LogFrozen)) throw error;
    });
    const writer = new LogWriter(database, tree, {
      assertWritable: (size) => publisher.assertWritable(size),
      onAppended,
    });
    return { tree, writer, publisher, key: signer.key, openedAt, genesis };
  }

  #findOrMake(): Promise<LogRow> {
    return this.#options.database.orm.em.fork().transactional(async (em) => {
      // Processes that start together make one log.
      await sql(em, `select pg_advisory_xact_lock(hashtext('transparency log'))`);
      const [found] = await sql<Omit<LogRow, 'openedAt'> & { openedAt: string }>(
        em,
        'select log, origin, genesis, opened_at as "openedAt" from log_state order by log desc limit 1',
      );
      return found ? { ...found, openedAt: new Date(found.openedAt) } : this.#make(em);
    });
  }

  async #make(em: EntityManager): Promise<LogRow> {
    const { origin, signer, checkpointSigner, clock } = this.#options;
    const openedAt = clock.now();
    const logKey = checkpointSigner(origin).key;
    const { body, envelope } = await signGenesis(signer, { origin, logKey, openedAt, follows: null });
    const range = new CompactRange();
    range.append(leafHash(body));
    await sql(em, 'insert into log_entry (log, index, key, body, leaf_hash) values (1, 0, $1, $2, $3)', [
      'genesis 1',
      Buffer.from(body),
      Buffer.from(range.root()),
    ]);
    await sql(em, 'insert into log_state (log, origin, size, edge, genesis, opened_at) values (1, $1, 1, $2, $3, $4)', [
      origin,
      Buffer.from(range.root()),
      envelope,
      openedAt,
    ]);
    return { log: 1, origin, genesis: envelope, openedAt };
  }
}

async function withCosignatures(em: EntityManager, log: number, checkpoint: PublishedCheckpoint) {
  return { ...checkpoint, note: checkpoint.note + (await cosignatureLines(em, log, checkpoint.size)) };
}

interface LogRow {
  log: number;
  origin: string;
  genesis: string;
  openedAt: Date;
}
