import type { Context } from '../../platform/context.ts';
import { Refusal } from '../../platform/errors/errors.ts';
import type {
  BegunRun,
  CompletedRun,
  EndedRun,
  OnAdmitted,
  RunPart,
  RunSeal,
  RunTasks,
  StreamedRun,
  TaskRequest,
} from './run-task.ts';

/** What a run answered, to be sealed: its text and nothing else, byte for byte as the caller is given it. */
export interface RunOutput {
  readonly runId: string;
  readonly task: string;
  readonly taskVersion: number;
  readonly deployment: string;
  readonly model: string;
  readonly policyVersion: number;
  readonly isSimulated: boolean;
  readonly isNotFinal: boolean;
  readonly text: string;
}

/** Who seals what runs answer. Sealing comes later than the gateway: the one who does it says so when the service is put together. */
export interface SealsOutputs {
  /** Before anything is spent. @throws Refusal where this caller may have nothing sealed now, or nobody may */
  assertMaySeal(ctx: Context): Promise<void>;
  /** The seal, or why there can be none of this text, in a sentence. */
  seal(ctx: Context, output: RunOutput): Promise<RunSeal | string>;
}

/**
 * Seals the outputs of runs that were asked for with a seal, once they have succeeded and are written down. The others pass
 * through. What has been paid for is given to the caller, whether or not it could be sealed.
 */
export class SealedRuns implements RunTasks {
  readonly #runs: RunTasks;
  #sealer: SealsOutputs | null = null;

  constructor(runs: RunTasks) {
    this.#runs = runs;
  }

  /** Called once, while the service is put together. */
  sealWith(sealer: SealsOutputs): void {
    this.#sealer = sealer;
  }

  complete(ctx: Context, request: TaskRequest): Promise<CompletedRun> {
    return request.isSealed ? this.#completeSealed(ctx, request) : this.#runs.complete(ctx, request);
  }

  stream(ctx: Context, request: TaskRequest, onAdmitted?: OnAdmitted): Promise<StreamedRun> {
    return request.isSealed
      ? this.#streamSealed(ctx, request, onAdmitted)
      : this.#runs.stream(ctx, request, onAdmitted);
  }

  /** Seals what was held, once it is given out. */
  async sealReleased(ctx: Context, run: CompletedRun): Promise<CompletedRun> {
    const sealer = await this.#readySealer(ctx);
    return { ...run, ...(await sealed(sealer, ctx, run, run.text, run)) };
  }

  async #completeSealed(ctx: Context, request: TaskRequest): Promise<CompletedRun> {
    const sealer = await this.#readySealer(ctx);
    const run = await this.#runs.complete(ctx, request);
    return { ...run, ...(await sealed(sealer, ctx, run, run.text, run)) };
  }

  async #streamSealed(ctx: Context, request: TaskRequest, onAdmitted?: OnAdmitted): Promise<StreamedRun> {
    const sealer = await this.#readySealer(ctx);
    const run = await this.#runs.stream(ctx, request, onAdmitted);
    return { ...run, parts: new SealedStream(sealer, ctx, run) };
  }

  async #readySealer(ctx: Context): Promise<SealsOutputs> {
    if (!this.#sealer) throw new Refusal('CAPABILITY_NOT_AVAILABLE', 'This service seals no outputs.');
    await this.#sealer.assertMaySeal(ctx);
    return this.#sealer;
  }
}

/** The parts of a run as they come, and with the last one the seal of what they said. Whoever goes ends the run at once. */
class SealedStream implements AsyncIterableIterator<RunPart> {
  readonly #sealer: SealsOutputs;
  readonly #ctx: Context;
  readonly #run: StreamedRun;
  readonly #parts: AsyncIterator<RunPart>;
  readonly #texts: string[] = [];

  constructor(sealer: SealsOutputs, ctx: Context, run: StreamedRun) {
    this.#sealer = sealer;
    this.#ctx = ctx;
    this.#run = run;
    this.#parts = run.parts[Symbol.asyncIterator]();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<RunPart>> {
    const next = await this.#parts.next();
    if (next.done) return next;
    const part = next.value;
    if (part.type === 'text') this.#texts.push(part.text);
    if (part.type !== 'end') return next;
    const { end } = part;
    const seal = await sealed(this.#sealer, this.#ctx, this.#run, this.#texts.join(''), end);
    return { done: false, value: { type: 'end', end: { ...end, ...seal } } };
  }

  async return(): Promise<IteratorResult<RunPart>> {
    await this.#parts.return?.();
    return { done: true, value: undefined };
  }
}

async function sealed(
  sealer: SealsOutputs,
  ctx: Context,
  run: BegunRun,
  text: string,
  { held, lateWarnings }: EndedRun,
): Promise<Pick<EndedRun, 'seal' | 'lateWarnings'>> {
  const seal = held ? NOT_YET : await sealOf(sealer, ctx, run, text);
  return typeof seal === 'string' ? { seal: null, lateWarnings: [...lateWarnings, seal] } : { seal, lateWarnings };
}

const NOT_YET =
  'Not sealed: it is held. Once it is approved, ask `/v1/runs/{id}` for it with `X-Imprimatur-Seal: true`, or have it sealed by `sealRunOutput`.';

async function sealOf(sealer: SealsOutputs, ctx: Context, run: BegunRun, text: string): Promise<RunSeal | string> {
  if (text === '') return 'Not sealed: the answer has no text.';
  try {
    const { task, taskVersion, deployment, model, isSimulated, isNotFinal, decision } = run;
    return await sealer.seal(ctx, {
      runId: run.id,
      task,
      taskVersion,
      deployment,
      model,
      policyVersion: decision.policyVersion,
      isSimulated,
      isNotFinal,
      text,
    });
  } catch (error) {
    // It is paid for: the caller gets it all the same. Of the error only its kind, since it may quote the text.
    ctx.logger.error({ runId: run.id, error: (error as Error).name }, 'the output of a run was not sealed');
    return 'Not sealed: sealing failed after the run. Have this very text sealed later by `sealRunOutput`, with the id of the run.';
  }
}
