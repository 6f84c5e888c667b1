import type { Context } from '../../platform/context.ts';
import type { CitedAnswer } from './citations/cited-answer.ts';
import type { RunStep } from './run-step.ts';
import type { BegunRun, EndedRun, RunPart, RunSeal, StreamedRun } from './run-task.ts';

/** Answer of a run to seal: its text only, byte for byte as the caller receives it. */
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
  /** Verified statements of an answer from documents. Null for other answers. */
  readonly cited: CitedAnswer | null;
  /** True if the answer was held and is released: its facts were read from the record of the run, not taken from the run itself. */
  readonly isReleased: boolean;
}

/** Seals outputs of runs. A later feature provides it, in the step `seal`. */
export interface SealsOutputs {
  /** Called before anything is spent. @throws Refusal if this caller, or any caller, can't have an output sealed now */
  assertMaySeal(ctx: Context): Promise<void>;
  /** The seal, or a sentence with the reason why this text can't be sealed. */
  seal(ctx: Context, output: RunOutput): Promise<RunSeal | string>;
}

/**
 * Seals outputs of runs that were requested with a seal, after they have succeeded and are recorded. Other runs skip the step.
 * The caller receives a paid answer even if sealing fails.
 */
export function sealStep(sealer: SealsOutputs): RunStep {
  return {
    async before(ctx, { isSealed }) {
      if (!isSealed) return null;
      await sealer.assertMaySeal(ctx);
      return {
        after: async (run) => ({ ...run, ...(await sealed(sealer, ctx, run, run.text, run)) }),
        afterStream: (run) => ({ ...run, parts: new SealedStream(sealer, ctx, run) }),
      };
    },
  };
}

/** Streams the parts of a run, and adds the seal of the text to the last one. A caller that leaves ends the run at once. */
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
  { held, lateWarnings, cited }: Pick<EndedRun, 'held' | 'lateWarnings' | 'cited'>,
): Promise<Pick<EndedRun, 'seal' | 'lateWarnings'>> {
  const seal = held ? NOT_YET : await sealOf(sealer, ctx, run, { text, cited: cited ?? null });
  return typeof seal === 'string' ? { seal: null, lateWarnings: [...lateWarnings, seal] } : { seal, lateWarnings };
}

const NOT_YET =
  'Not sealed: the answer is held. After approval, read it from `/v1/runs/{id}` with `X-Imprimatur-Seal: true`, or seal it by `sealRunOutput`.';

async function sealOf(
  sealer: SealsOutputs,
  ctx: Context,
  run: BegunRun,
  { text, cited }: Pick<RunOutput, 'text' | 'cited'>,
): Promise<RunSeal | string> {
  if (text === '') return 'Not sealed: the answer has no text.';
  try {
    const { task, taskVersion, deployment, model, isSimulated, isNotFinal, decision, isHeld } = run;
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
      cited,
      // Outputs that are still held don't get here.
      isReleased: isHeld,
    });
  } catch (error) {
    // The answer is paid, so the caller gets it anyway. Only the name of the error is logged, since its message may quote the
    // text.
    ctx.logger.error({ runId: run.id, error: (error as Error).name }, 'the output of a run was not sealed');
    return 'Not sealed: sealing failed after the run. Seal this exact text later by `sealRunOutput`, with the id of the run.';
  }
}
