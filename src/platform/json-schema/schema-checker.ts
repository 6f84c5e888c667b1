import { hash } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { Refusal } from '../errors/errors.ts';
import { programModule } from '../program/project-root.ts';
import { WorkerPool } from '../workers/worker-pool.ts';

export interface CheckRequest {
  /** JSON text of the schema. */
  readonly schema: string;
  /** JSON text to validate. Null to only compile the schema. */
  readonly text: string | null;
  readonly isRecursive: boolean;
}

export type SchemaCheckResult =
  | { readonly outcome: 'FITS' }
  | { readonly outcome: 'UNFIT'; readonly pointer: string }
  | { readonly outcome: 'NOT_JSON' }
  /** The value is nested too deeply to be checked by a recursive schema. */
  | { readonly outcome: 'TOO_DEEP' }
  | { readonly outcome: 'NOT_COMPILED'; readonly detail: string };

/** The value wasn't checked, because the check took too long or failed, or the text is too long. */
export type CheckSkipped =
  | { readonly outcome: 'UNCHECKED'; readonly limitMs: number }
  | { readonly outcome: 'TOO_LONG'; readonly maxCharacters: number };

export interface SchemaCheckerOptions {
  /** Time limit of one compilation or one check in milliseconds. Default 2000. */
  readonly timeoutMs?: number;
  /** Number of worker threads. Default 2. */
  readonly workers?: number;
}

const TIMEOUT_MS = 2_000;
const WORKERS = 2;
/**
 * Time limit for starting a worker. Loading the validator takes a tenth of a second on an idle core, and longer on a busy
 * machine.
 */
const START_MS = 20_000;
/**
 * Maximum characters of a value's JSON text, so that a worker can parse it within its memory. V8 ends the whole process if
 * parsing needs much more.
 */
const MAX_TEXT_CHARACTERS = 2_000_000;
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };
/**
 * Number of waiting compilations and checks from which further compilations are refused. Checks of models' answers aren't
 * refused, because the answer was paid for.
 */
const MOST_WAITING = 100;
/** Maximum number of schemas whose compilation result is cached. */
const MOST_KNOWN = 1_000;

class SchemaCheckTimeout extends Error {
  override readonly name = 'SchemaCheckTimeout';
}

class SchemaCheckCrashed extends Error {
  override readonly name = 'SchemaCheckCrashed';
}

/**
 * Compiles JSON Schemas and validates values in worker threads, with limits of time and memory, so that a large schema never
 * blocks the request thread.
 */
export class SchemaChecker {
  readonly #timeoutMs: number;
  readonly #pool: WorkerPool<CheckRequest, SchemaCheckResult>;
  /**
   * Cached compilation results by digest of the schema: the error, or null for a valid schema. The last used one is at the end.
   */
  readonly #known = new Map<string, string | null>();

  constructor({ timeoutMs = TIMEOUT_MS, workers = WORKERS }: SchemaCheckerOptions = {}) {
    this.#timeoutMs = timeoutMs;
    this.#pool = new WorkerPool({
      workerUrl: pathToFileURL(programModule('platform/json-schema/schema-check.worker')),
      name: 'schema-check',
      size: workers,
      startMs: START_MS,
      resourceLimits: RESOURCE_LIMITS,
      errors: {
        timeout: (limitMs) => new SchemaCheckTimeout(`a schema check took longer than ${limitMs} ms`),
        crashed: (what, options) => new SchemaCheckCrashed(`the worker that checks schemas ${what}`, options),
        closed: () => new Refusal('SERVICE_UNAVAILABLE', 'The service is stopping. Try again shortly.'),
      },
    });
  }

  /**
   * Compiles a schema.
   * @returns why it can't be compiled; null if it can
   * @throws Refusal OVERLOADED when too many compilations and checks wait
   */
  async compileProblem(schema: string, isRecursive: boolean): Promise<string | null> {
    const digest = hash('sha256', schema);
    const known = this.#known.get(digest);
    if (known !== undefined) {
      this.#remember(digest, known);
      return known;
    }
    if (this.#pool.waiting >= MOST_WAITING) {
      throw new Refusal('OVERLOADED', 'Too many schemas are being compiled. Nothing was run. Try again shortly.', {
        retryAfterSeconds: 2,
      });
    }
    const result = await this.#run({ schema, text: null, isRecursive });
    // The result isn't cached, because a busy machine can be the reason of the failure.
    if (result.outcome === 'UNCHECKED') {
      return `Compiling the schema took longer than ${result.limitMs} ms. Send a simpler schema.`;
    }
    const mistake = result.outcome === 'NOT_COMPILED' ? `The schema can't be compiled: ${result.detail}.` : null;
    this.#remember(digest, mistake);
    return mistake;
  }

  async check(schema: string, isRecursive: boolean, text: string): Promise<SchemaCheckResult | CheckSkipped> {
    if (text.length > MAX_TEXT_CHARACTERS) return { outcome: 'TOO_LONG', maxCharacters: MAX_TEXT_CHARACTERS };
    return this.#run({ schema, text, isRecursive });
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  async #run(request: CheckRequest): Promise<SchemaCheckResult | Extract<CheckSkipped, { outcome: 'UNCHECKED' }>> {
    try {
      return await this.#pool.run(request, { timeoutMs: this.#timeoutMs });
    } catch (error) {
      if (error instanceof SchemaCheckTimeout || error instanceof SchemaCheckCrashed) {
        return { outcome: 'UNCHECKED', limitMs: this.#timeoutMs };
      }
      throw error;
    }
  }

  #remember(digest: string, mistake: string | null): void {
    this.#known.delete(digest);
    this.#known.set(digest, mistake);
    if (this.#known.size > MOST_KNOWN) this.#known.delete(this.#known.keys().next().value!);
  }
}
