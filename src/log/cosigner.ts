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

/** A witness is a stranger's machine: it is not asked for every checkpoint of a busy log, only for the newest. */
const EVERY_MS = 1_000;
/** Between two tries when it does not answer. */
const MAX_PAUSE_MS = 30_000;
/** How long a checkpoint may wait for its cosignatures before the operator should know. */
const MAX_WAIT_MS = 5 * 60_000;

/** The witness has seen another history of the log than the one it is shown. */
const DISPUTES: readonly WitnessFailure[] = ['INCONSISTENT', 'OTHER_ROOT', 'AHEAD'];
/** These do not mend by themselves: the log, or what the witness knows of it, has to be looked into. */
const GRAVE: readonly WitnessFailure[] = ['UNKNOWN_LOG', 'BAD_SIGNATURE', ...DISPUTES];

export interface CosignerOptions {
  database: Database;
  log: TransparencyLog;
  witnesses: readonly KnownWitness[];
  /** For each request to a witness. */
  timeoutMs: number;
  logger: Logger;
  /** Makes the connections; left out: the one of the process. */
  dispatcher?: Dispatcher;
}

/**
 * Has witnesses cosign the newest checkpoint, in the background: nobody who seals waits for them. Each is asked on its own,
 * so that one that is away delays neither the log nor the others, and asked again until it is back. Any number of processes
 * may do this: a witness answers each of them, and the first answer is kept. One that has seen another history of the log
 * stops it, for all processes, until it cosigns again.
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

  /** Breaks off what is being asked; the next start asks again. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('The stop has begun.'));
    await Promise.all(this.#following);
  }

  /** @throws when a witness has seen another log, or this one has gone on for minutes without the witnesses. */
  async probe(): Promise<void> {
    const { database, log } = this.#options;
    const em = database.orm.em.fork();
    const number = (await log.tree()).log;
    assertUndisputed(await readDisputes(em, number), log.witnessing.witnesses);
    const cosigned = (await newestCosigned(em, number, log.witnessing)) ?? 0;
    const size = await findCheckpointWaitingSince(em, number, cosigned, MAX_WAIT_MS);
    if (size !== null) throw new Error(`The checkpoint of ${size} entries waits for its cosignatures.`);
  }

  async #follow(witness: KnownWitness): Promise<void> {
    const { signal } = this.#stopping;
    const logger = this.#options.logger.child({ witness: witness.key.name });
    let knownSize: number | undefined;
    let pauseMs = EVERY_MS;
    let trouble: string | null = null;
    while (!signal.aborted) {
      try {
        knownSize = await this.#ask(witness, knownSize);
        if (trouble !== null) logger.info('the witness cosigns again');
        trouble = null;
        pauseMs = EVERY_MS;
      } catch (error) {
        if (signal.aborted) return;
        const { message } = error as Error;
        if (error instanceof WitnessFailed && DISPUTES.includes(error.code))
          await this.#dispute(witness, message, logger);
        const level = error instanceof WitnessFailed && GRAVE.includes(error.code) ? 'error' : 'warn';
        // Once, not at every try.
        if (message !== trouble) logger[level]({ err: error }, 'the witness does not cosign');
        trouble = message;
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
      // Noted at the next try.
      logger.error({ err: error }, 'what a witness holds against the log could not be noted down');
    }
  }

  /**
   * Asks for a cosignature if the witness has something to cosign, and the first time in any case: it may know of a tree that
   * the database has lost. Gives the size it cosigned last, as far as is known.
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
      // Another process was quicker with a newer one.
      const isOvertaken = error instanceof WitnessFailed && error.code === 'AHEAD';
      if (isOvertaken && (await log.published(em)).size > newest.size) return [];
      throw error;
    });
    const [signature] = signatures;
    if (!signature) return keptSize;
    // The witness has cosigned since, and so has taken it back.
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
