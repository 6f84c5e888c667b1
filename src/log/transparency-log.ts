import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '../platform/clock.ts';
import type { Context } from '../platform/context.ts';
import type { Database } from '../platform/database/database.ts';
import { databaseTime } from '../platform/database/database-time.sql.ts';
import { outsideRequests } from '../platform/request-scope.ts';
import { canonicalBytes } from '../proof/json.ts';
import type { VerifierKey } from '../proof/note.ts';
import type { WitnessPolicy } from '../proof/trust.ts';
import { CheckpointPublisher } from './checkpoint-publisher.ts';
import { newestCosigned, type WitnessQuorum } from './cosignatures.ts';
import { assertUndisputed } from './disputes.ts';
import { signEntry } from './keys/sign-entry.ts';
import type { Signer } from './keys/signer.ts';
import {
  findCheckpointCovering,
  findNewestCheckpoint,
  isCheckpointOld,
  type PublishedCheckpoint,
} from './log-checkpoint.sql.ts';
import { findBody, findIndex } from './log-entry.sql.ts';
import { LogFrozen } from './log-frozen.ts';
import type { CheckpointSigner } from './log-key.ts';
import { LogReads } from './log-reads.ts';
import { type KnownLog, knownLogs, openLog } from './log-register.ts';
import { readDisputes, takeTurnAtLogs } from './log-state.sql.ts';
import { LogTree } from './log-tree.ts';
import { type AppendResult, type LogLeaf, LogWriter } from './log-writer.ts';
import { provingCheckpoint } from './proving-checkpoint.ts';
import { RememberedCheckpoint } from './remembered-checkpoint.ts';
import { WitnessPolicies } from './witness-policies.ts';

export interface TransparencyLogOptions {
  database: Database;
  /** Signs the first entry of a new log. */
  signer: Signer;
  /** Creates the signer of checkpoints for the log's name, which is known only after the log was found or created. */
  checkpointSigner: (origin: string) => CheckpointSigner;
  /** Name for a new log: a host name without port or path. An existing log keeps its own. */
  origin: string;
  dataDir: string;
  clock: Clock;
  /** Witnesses that cosign the log, and the number of cosignatures that readers should require. Default: no witnesses. */
  witnessing?: WitnessQuorum;
}

/** Number of a log, and index of an entry in it. */
export interface LogPosition {
  log: number;
  index: number;
}

/** An entry with the proof that it is in the log. */
export interface LoggedEntry {
  body: Uint8Array;
  checkpoint: PublishedCheckpoint;
  proof: Uint8Array[];
  /** Public key of the log that contains the entry, which can be an earlier log. */
  logKey: VerifierKey;
}

/**
 * Age of the newest checkpoint, in hours, at which an entry is added to publish another one. Less than the day that auditors rely
 * on, because maintenance runs every ten minutes.
 */
const QUIET_HOURS = 23;
const QUIET_MEDIA_TYPE = 'application/vnd.imprimatur.quiet-log+json';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

interface OpenLog extends KnownLog {
  /** This log and the earlier ones that it replaced. */
  known: readonly KnownLog[];
  policies: readonly WitnessPolicy[];
  tree: LogTree;
  writer: LogWriter;
  publisher: CheckpointPublisher;
}

/**
 * An append-only log in PostgreSQL that anyone can audit: C2SP tiles and checkpoints over RFC 6962 hashes. It is opened at its
 * first use, and created if missing, so that a service can start before its database.
 */
export class TransparencyLog {
  readonly witnessing: WitnessQuorum;
  readonly #options: TransparencyLogOptions;
  readonly #policies: WitnessPolicies;
  #opening: Promise<OpenLog> | undefined;

  constructor(options: TransparencyLogOptions) {
    this.#options = options;
    this.witnessing = options.witnessing ?? { witnesses: [], quorum: 0 };
    this.#policies = new WitnessPolicies(options.database, this.witnessing, options.clock);
  }

  /**
   * Appends entries, all or none, and returns when a published checkpoint covers them.
   * @throws LogFrozen, AlreadyLogged, or Refusal SERVICE_UNAVAILABLE if too many entries are waiting
   */
  async append<const Leaves extends readonly LogLeaf[]>(
    ...leaves: Leaves
  ): Promise<{ [At in keyof Leaves]: AppendResult }> {
    const { log, writer, publisher } = await this.#open();
    const appended = await writer.append(...leaves);
    const ours = appended.filter((place) => place.log === log).map(({ index }) => index + 1);
    if (ours.length > 0) await publisher.publish(Math.max(...ours));
    return appended as { [At in keyof Leaves]: AppendResult };
  }

  /**
   * An entry with the proof that the log contains it, against the best checkpoint for verifiers. Null if no checkpoint covers it.
   */
  async entry(em: EntityManager, place: LogPosition): Promise<LoggedEntry | null> {
    return (await this.entries(em, [place]))[0]!;
  }

  /** As `entry`, for several positions, in their order. More positions of one log don't need more SQL statements. */
  async entries(em: EntityManager, places: readonly LogPosition[]): Promise<(LoggedEntry | null)[]> {
    const { known, policies } = await this.#open();
    const logs = new Set(places.map(({ log }) => log));
    // Reads the list of logs again if it lacks one, since another process can have opened it.
    const all = [...logs].every((log) => known.some((one) => one.log === log)) ? known : await knownLogs(em);
    const reads = new Map([...logs].map((log) => [log, new LogReads(em, log)]));
    return Promise.all(
      places.map(({ log, index }) => {
        const ofPlace = all.find((one) => one.log === log);
        if (!ofPlace) throw new Error(`No log has the number ${log}.`);
        return this.#entry(reads.get(log)!, ofPlace, policies, index);
      }),
    );
  }

  async #entry(
    reads: LogReads,
    log: KnownLog,
    policies: readonly WitnessPolicy[],
    index: number,
  ): Promise<LoggedEntry | null> {
    const checkpoint =
      (await provingCheckpoint(reads, log, policies, index + 1)) ?? (await this.#publishNow(log.log, index + 1));
    const body = checkpoint && (await reads.entry(index));
    if (!checkpoint || !body) return null;
    const proof = await reads.inclusionProof(index, checkpoint.size);
    return { body, checkpoint: await withCosignatures(reads, checkpoint), proof, logKey: log.key };
  }

  /** The body of an entry. @throws if the entry doesn't exist */
  async entryBody(em: EntityManager, { log, index }: LogPosition): Promise<Uint8Array> {
    const body = await findBody(em, { log, index });
    if (!body) throw new Error(`Log ${log} has no entry ${index}.`);
    return body;
  }

  /** Position of the entry with a key in the current log. Waits until a checkpoint covers it. Null if not found. */
  async find(em: EntityManager, key: string): Promise<LogPosition | null> {
    const { log, publisher } = await this.#open();
    const index = await findIndex(em, log, key);
    if (index === null) return null;
    const newest = await findNewestCheckpoint(em, log);
    if (!newest || newest.size <= index) await publisher.publish(index + 1);
    return { log, index };
  }

  /**
   * The newest checkpoint of a log, with its current cosignatures. Publishes one if the current log has none. Null for an
   * earlier log without a checkpoint.
   */
  async checkpoint(em: EntityManager, log: number): Promise<PublishedCheckpoint | null> {
    const isWritten = (await this.tree()).log === log;
    const newest = isWritten ? await this.published(em) : await findNewestCheckpoint(em, log);
    return newest && withCosignatures(new LogReads(em, log), newest);
  }

  /** The newest checkpoint with a quorum of cosignatures and at least one, with all its cosignatures. Null if not found. */
  async cosignedCheckpoint(em: EntityManager, log: number): Promise<PublishedCheckpoint | null> {
    const size = await newestCosigned(em, log, this.witnessing);
    const cosigned = size === null ? null : await findCheckpointCovering(em, log, size);
    return cosigned && withCosignatures(new LogReads(em, log), cosigned);
  }

  /**
   * The newest checkpoint of the current log as published, without cosignatures. Publishes the first one if none was published
   * yet.
   */
  async published(em: EntityManager): Promise<PublishedCheckpoint> {
    const { publisher, log } = await this.#open();
    return (await findNewestCheckpoint(em, log)) ?? publisher.publish(1);
  }

  /** The tree of the current log, for tiles and proofs. */
  async tree(): Promise<LogTree> {
    return (await this.#open()).tree;
  }

  /** Name and public key of the current log, its first entry, and its time of creation. */
  async identity(): Promise<KnownLog> {
    const { log, key, openedAt, genesis, last } = await this.#open();
    return { log, key, openedAt, genesis, last };
  }

  /**
   * Reads the current log without opening it. If no log exists, `opensFirst` creates the first one; without it, the result is
   * null.
   */
  async known({ opensFirst }: { opensFirst: boolean }): Promise<KnownLog | null> {
    const last = (await knownLogs(this.#options.database.orm.em.fork())).at(-1);
    return last ?? (opensFirst ? this.#findOrMake() : null);
  }

  /** Past and current witness policies, oldest first. */
  async witnessPolicies(em: EntityManager): Promise<WitnessPolicy[]> {
    const { known } = await this.#open();
    return this.#policies.all(em, known[0]!.openedAt);
  }

  /** All logs, oldest first. */
  async all(em: EntityManager): Promise<KnownLog[]> {
    await this.#open();
    return knownLogs(em);
  }

  /**
   * Stores this process's witnesses again if a process that no longer runs had stored others. Returns the number of stored
   * policies: 1 or 0.
   */
  async renewWitnessPolicy(): Promise<number> {
    await this.#open();
    return this.#policies.renew();
  }

  /**
   * Appends an entry if the newest checkpoint is nearly a day old. The entry repeats that checkpoint. Without such entries,
   * auditors could mistake a log without new seals for an old tree. Returns the number of appended entries: 1 or 0.
   */
  async stayCurrent({ em }: Pick<Context, 'em'>): Promise<number> {
    const { log, publisher } = await this.#open();
    const newest = await this.published(em);
    if (publisher.frozen || !(await isCheckpointOld(em, log, newest.size, QUIET_HOURS))) return 0;
    const payload = canonicalBytes({ origin: newest.origin, size: newest.size, root: hex(newest.root) });
    const { body } = await signEntry(this.#options.signer, QUIET_MEDIA_TYPE, payload);
    // Processes that do this concurrently create one entry, because they use the same key.
    const [{ isNew }] = await this.append({ key: `quiet ${log} ${newest.size}`, body });
    return isNew ? 1 : 0;
  }

  /** Why the database can't be the one that was published. Null if the log isn't frozen for that, or doesn't exist yet. */
  async frozenReason(): Promise<string | null> {
    if (!(await this.known({ opensFirst: false }))) return null;
    return (await this.#open()).publisher.frozen?.reason ?? null;
  }

  /** Health check. @throws LogFrozen, or the database's error if it is unreachable */
  async probe(): Promise<void> {
    const { publisher, log } = await this.#open();
    if (publisher.frozen) throw publisher.frozen;
    assertUndisputed(await readDisputes(this.#options.database.orm.em.fork(), log), this.witnessing.witnesses);
  }

  /** Health check. @throws if another process was started with other witnesses or another quorum */
  async probeWitnesses(): Promise<void> {
    await this.#open();
    await this.#policies.probe();
  }

  /** Waits until started entries and checkpoints are written. */
  async close(): Promise<void> {
    const log = await this.#opening?.catch(() => undefined);
    await log?.writer.stop();
    await log?.publisher.stop();
  }

  /** Opens the log once. A failed attempt is repeated at the next use. */
  #open(): Promise<OpenLog> {
    this.#opening ??= outsideRequests(() => this.#openNow()).catch((cause) => {
      this.#opening = undefined;
      throw cause;
    });
    return this.#opening;
  }

  async #openNow(): Promise<OpenLog> {
    const { database, checkpointSigner, dataDir } = this.#options;
    const known = await this.#findOrMake();
    const { log } = known;
    const signer = checkpointSigner(known.key.name);
    const tree = new LogTree(log);
    const remembered = new RememberedCheckpoint(dataDir, log);
    const { witnesses } = this.witnessing;
    const publisher = new CheckpointPublisher({ database, tree, signer, remembered, witnesses });
    // The log is opened even if it is frozen, because it can still be read.
    await publisher.check().catch((error) => {
      if (!(error instanceof LogFrozen)) throw error;
    });
    const writer = new LogWriter(database, tree, {
      assertWritable: (size, disputes) => publisher.assertWritable(size, disputes),
    });
    const em = database.orm.em.fork();
    const all = await knownLogs(em);
    const policies = await this.#policies.all(em, all[0]!.openedAt);
    return { ...known, known: all, policies, tree, writer, publisher };
  }

  #findOrMake(): Promise<KnownLog> {
    const { database, origin, signer, checkpointSigner } = this.#options;
    return database.transactional(async (em) => {
      // Prevents processes that start concurrently from creating several logs.
      await takeTurnAtLogs(em);
      const found = (await knownLogs(em)).at(-1);
      const { key } = checkpointSigner(origin);
      if (found) return found;
      return openLog(em, { log: 1, key, signer, openedAt: await databaseTime(em), follows: null });
    });
  }

  /** Publishes a checkpoint for entries whose process was killed before it signed one. */
  async #publishNow(log: number, size: number): Promise<PublishedCheckpoint | null> {
    const open = await this.#open();
    return open.log === log && !open.publisher.frozen ? open.publisher.publish(size) : null;
  }
}

async function withCosignatures(reads: LogReads, checkpoint: PublishedCheckpoint) {
  return { ...checkpoint, note: checkpoint.note + (await reads.cosignatureLines(checkpoint.size)) };
}
