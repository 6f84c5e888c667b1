import { pathToFileURL } from 'node:url';
import { Refusal } from '../../platform/errors/errors.ts';
import { programModule } from '../../platform/program/project-root.ts';
import { WorkerPool } from '../../platform/workers/worker-pool.ts';
import type { QuotationCheckReply, QuotationCheckRequest } from './answer-check.ts';

/** Maximum characters of the sources of one check. Their index takes about 100 bytes per character. */
export const MAX_CHECKED_CHARACTERS = 12_000_000;
/** A check of that many characters takes about ten seconds. */
const TIMEOUT_MS = 120_000;
const WORKERS = 1;
const HEAP_MB = 2_048;
/** Maximum checks that wait for the worker. Each holds its readings in memory. */
const MAX_WAITING = 20;

/** Checking quotations took too long or needed too much memory. */
export class QuotationCheckFailed extends Error {
  override readonly name = 'QuotationCheckFailed';
}

/** Looks for quotations in a worker thread, so that long texts don't block requests. */
export class QuotationChecker {
  readonly #pool = new WorkerPool<QuotationCheckRequest, QuotationCheckReply>({
    workerUrl: pathToFileURL(programModule('documents/quotations/check-quotations.worker')),
    name: 'check-quotations',
    size: WORKERS,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 64 },
    errors: {
      timeout: (limitMs) => new QuotationCheckFailed(`checking quotations took longer than ${limitMs} ms`),
      crashed: (what, options) => new QuotationCheckFailed(`the worker that checks quotations ${what}`, options),
      closed: () => new Refusal('SERVICE_UNAVAILABLE', 'The service is stopping. Try again shortly.'),
    },
  });

  /** False if so many checks wait that another one should be refused. */
  get hasRoom(): boolean {
    return this.#pool.waiting < MAX_WAITING;
  }

  /**
   * Looks for quotations in sources of at most `MAX_CHECKED_CHARACTERS`.
   * @throws {QuotationCheckFailed}, Refusal SERVICE_UNAVAILABLE when the service stops, or the reason of `signal`
   */
  check(request: QuotationCheckRequest, signal?: AbortSignal): Promise<QuotationCheckReply> {
    return this.#pool.run(request, { timeoutMs: TIMEOUT_MS, ...(signal && { signal }) });
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
