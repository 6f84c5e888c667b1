import { setTimeout as sleep } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import type { Database } from '../platform/database/database.ts';
import type { Logger } from '../platform/observability/logger.ts';
import { formatSignature } from '../proof/note.ts';
import { newestCosigned, newestCosignedBy, witnessId } from './cosignatures.ts';
import { assertUndisputed } from './disputes.ts';
import { findCheckpointWaitingSince } from './log-checkpoint.sql.ts';
import { insertCosignature } from './log-cosignature.sql.ts';
import { deleteDispute, readDisputes, setDispute } from './log-state.sql.ts';
import type { TransparencyLog } from './transparency-log.ts';
import { cosignatures, type KnownWitness, WitnessFailed, type WitnessFailure } from './witness/witness-client.ts';

/** Interval between requests to a witness. On a busy log, the witness only gets the newest checkpoint. */
const EVERY_MS = 1_000;
/** Maximum delay between attempts while a witness fails to cosign. */
const MAX_PAUSE_MS = 30_000;
/** Time without a quorum of cosignatures after which the health check fails. */
const MAX_WAIT_MS = 5 * 60_000;

/** Failures that mean that the witness saw another history of the log. */
const DISPUTES: readonly WitnessFailure[] = ['INCONSISTENT', 'OTHER_ROOT', 'AHEAD'];
/** Failures that need an operator, who must check the log or the witness's settings. */
const GRAVE: readonly WitnessFailure[] = ['UNKNOWN_LOG', 'BAD_SIGNATURE', ...DISPUTES];

export interface CosignerOptions {
  database: Database;
  log: TransparencyLog;
  witnesses: readonly KnownWitness[];
  /** Timeout of each request to a witness. */
  timeoutMs: number;
  logger: Logger;
  /** Dispatcher of requests to witnesses. Default: that of the process. */
  dispatcher?: Dispatcher;
}

/**
 * Requests cosignatures of the newest checkpoint in the background, so that sealing never waits for them. Each witness has its
 * own loop, so an unreachable witness delays no other, and is retried until it responds.
 * Any number of processes can send requests: the witness answers each, and the first cosignature is stored. A witness that saw
 * another history stops the log, for all processes that list the witness, until it cosigns again.
 */
export class Cosigner {
  readonly #options: CosignerOptions;
  readonly #stopping = new AbortController();
  #following: Promise<void>[] = [];

  constructor(options: CosignerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#following = this.#options.witnesses.map((witness) => this.#follow(witness));
  }

  /** Aborts pending requests. After the next start they are sent again. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('The service is shutting down.'));
    await Promise.all(this.#following);
  }

  /** Health check. @throws if a witness disputes the log, or the quorum is missing for minutes */
  async probe(): Promise<void> {
    const { database, log } = this.#options;
    const em = database.orm.em.fork();
    const number = (await log.tree()).log;
    assertUndisputed(await readDisputes(em, number), log.witnessing.witnesses);
    const cosigned = (await newestCosigned(em, number, log.witnessing)) ?? 0;
    const size = await findCheckpointWaitingSince(em, number, cosigned, MAX_WAIT_MS);
    if (size !== null)
      throw new Error(`The checkpoint of ${size} entries still lacks the required cosignatures of witnesses.`);
  }

  async #follow(witness: KnownWitness): Promise<void> {
    const { signal } = this.#stopping;
    const logger = this.#options.logger.child({ witness: witness.key.name });
    let knownSize: number | undefined;
    let pauseMs = EVERY_MS;
    let failure: string | null = null;
    while (!signal.aborted) {
      try {
        knownSize = await this.#ask(witness, knownSize);
        if (failure !== null) logger.info('the witness cosigns again');
        failure = null;
        pauseMs = EVERY_MS;
      } catch (error) {
        if (signal.aborted) return;
        const { message } = error as Error;
        if (error instanceof WitnessFailed && DISPUTES.includes(error.code))
          await this.#dispute(witness, message, logger);
        const level = error instanceof WitnessFailed && GRAVE.includes(error.code) ? 'error' : 'warn';
        // A failure is logged when it begins, not at every attempt.
        if (message !== failure) logger[level]({ err: error }, 'the witness does not cosign');
        failure = message;
        pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS);
      }
      await sleep(pauseMs, undefined, { signal }).catch(() => {});
    }
  }

  async #dispute({ key }: KnownWitness, what: string, logger: Logger): Promise<void> {
    const { database, log } = this.#options;
    try {
      await setDispute(database.orm.em.fork(), (await log.tree()).log, witnessId(key), what);
    } catch (error) {
      // The dispute is stored at the next attempt.
      logger.error({ err: error }, 'the dispute of a witness could not be stored');
    }
  }

  /**
   * Requests a cosignature from a witness if there is a newer checkpoint, and always the first time, because the witness may know
   * a tree that the database has lost. Returns the size of the checkpoint that the witness last cosigned, as far as the database
   * knows. 0 for none.
   */
  async #ask(witness: KnownWitness, knownSize: number | undefined): Promise<number> {
    const { database, log, timeoutMs } = this.#options;
    const em = database.orm.em.fork();
    const newest = await log.published(em);
    if (knownSize === newest.size) return knownSize;
    const tree = await log.tree();
    const keptSize = await newestCosignedBy(em, tree.log, witness.key);
    if (keptSize === newest.size && knownSize !== undefined) return keptSize;

    const signatures = await cosignatures(
      witness,
      newest.note,
      (oldSize) => tree.consistencyProof(database.orm.em.fork(), oldSize, newest.size),
      { knownSize: keptSize, timeoutMs, signal: this.#stopping.signal, dispatcher: this.#options.dispatcher },
    ).catch(async (error) => {
      // `AHEAD` isn't a dispute if another process has already sent a newer checkpoint.
      const isAhead = error instanceof WitnessFailed && error.code === 'AHEAD';
      if (isAhead && (await log.published(em)).size > newest.size) return [];
      throw error;
    });
    const [signature] = signatures;
    if (!signature) return keptSize;
    // The witness cosigned again, so its dispute is deleted.
    await deleteDispute(em, tree.log, witnessId(witness.key));
    await insertCosignature(em, {
      log: tree.log,
      size: newest.size,
      witness: witnessId(signature),
      line: formatSignature(signature),
    });
    return newest.size;
  }
}
