import type { Context } from '../../platform/context.ts';
import type { RunStep } from './run-step.ts';
import type { BegunRun, EndedRun, RunPart, RunSeal, StreamedRun } from './run-task.ts';

/** The answer of a run, to be sealed: its text and nothing else, byte for byte as the caller receives it. */
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

/** Seals what runs answer. A later feature has it, in the step `seal`. */
export interface SealsOutputs {
  /** Before anything is spent. @throws Refusal where this caller, or no caller at all, can have anything sealed now */
  assertMaySeal(ctx: Context): Promise<void>;
  /** The seal, or why there can be none of this text, in a sentence. */
  seal(ctx: Context, output: RunOutput): Promise<RunSeal | string>;
}

/**
 * Seals the outputs of runs that were requested with a seal, once they have succeeded and are recorded. Other runs pass. The
 * caller receives a paid answer even if it couldn't be sealed.
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

/** The parts of a run as they come, and with the last one the seal of their text. A caller that leaves ends the run at once. */
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
