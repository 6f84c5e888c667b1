import type { Context } from '../../platform/context.ts';
import { Refusal } from '../../platform/errors/errors.ts';
import { streamed } from './answer-parts.ts';
import type { AnswerOutput } from './held-output.ts';
import type { AroundRun, ReleasedOutput, RunStep } from './run-step.ts';
import type { CompletedRun, OnAdmitted, RunTasks, StreamedRun, TaskRequest } from './run-task.ts';

/**
 * Steps of a run, in the order in which a request passes through them. Its answer passes through them in reverse. Routing happens
 * between `seal` and `redaction`, reservation and provider calls after `hold`.
 */
export const RUN_STEPS = [
  // Returns stored answers. First, since it stores exactly the answer that the caller received.
  'idempotency',
  // Files calls of tools that write to external systems. Before the seal, so that a seal covers the model's text and not the
  // notice.
  'external-actions',
  // Seals the text of the answer.
  'seal',
  // Redacts personal data for hosted models, and restores it in the answer.
  'redaction',
  // Holds the output until a person approves it.
  'hold',
] as const;

export type RunStepName = (typeof RUN_STEPS)[number];

declare module '../../platform/contributions.ts' {
  interface Contributions {
    /** Steps of a run, by name. */
    runSteps: Partial<Record<RunStepName, RunStep>>;
  }
}

/** Defaults for steps that no feature contributes. */
const DEFAULT_STEPS: Partial<Record<RunStepName, RunStep>> = {
  seal: {
    before(_ctx, { isSealed }) {
      if (isSealed) throw new Refusal('CAPABILITY_NOT_AVAILABLE', 'This service can’t seal outputs.');
      return null;
    },
  },
};

/** The contributed steps in order, and runs of tasks through them. */
export class RunSteps {
  readonly #contributed: () => Partial<Record<RunStepName, RunStep>>;
  #list: readonly RunStep[] | null = null;

  /** @param contributed called at the first run, when every feature is composed */
  constructor(contributed: () => Partial<Record<RunStepName, RunStep>>) {
    this.#contributed = contributed;
  }

  get list(): readonly RunStep[] {
    this.#list ??= RUN_STEPS.flatMap((name) => this.#step(name) ?? []);
    return this.#list;
  }

  /** Runs tasks through the steps. @param call routes the run and calls a provider */
  around(call: RunTasks): RunTasks {
    return new SteppedRuns(call, this);
  }

  /** Passes a held output through the steps when it is released, and returns the output for the caller. */
  async released(ctx: Context, output: AnswerOutput, customerId: string | null): Promise<ReleasedOutput> {
    let released: ReleasedOutput = output;
    for (const step of this.list.toReversed()) {
      released = (await step.released?.(ctx, released, customerId)) ?? released;
    }
    return released;
  }

  /** Seals a held output when it is released. @throws Refusal if this caller can't have it sealed now */
  async sealReleased(ctx: Context, run: CompletedRun): Promise<CompletedRun> {
    const around = await this.#step('seal')?.before?.(ctx, { isSealed: true } as TaskRequest);
    return (await around?.after?.(run)) ?? run;
  }

  #step(name: RunStepName): RunStep | undefined {
    return this.#contributed()[name] ?? DEFAULT_STEPS[name];
  }
}

class SteppedRuns implements RunTasks {
  readonly #call: RunTasks;
  readonly #steps: RunSteps;

  constructor(call: RunTasks, steps: RunSteps) {
    this.#call = call;
    this.#steps = steps;
  }

  complete(ctx: Context, request: TaskRequest): Promise<CompletedRun> {
    return this.#through<CompletedRun>(ctx, request, {
      call: (inner, passedOn) => this.#call.complete(inner, passedOn),
      known: (answer) => answer,
      after: (around, run) => around.after?.(run),
    });
  }

  stream(ctx: Context, request: TaskRequest, onAdmitted?: OnAdmitted): Promise<StreamedRun> {
    return this.#through<StreamedRun>(ctx, request, {
      call: (inner, passedOn) => this.#call.stream(inner, passedOn, onAdmitted),
      known: streamed,
      after: (around, run) => around.afterStream?.(run),
    });
  }

  async #through<Run>(ctx: Context, request: TaskRequest, { call, known, after }: StepPass<Run>): Promise<Run> {
    const passed: AroundRun[] = [];
    let inner = ctx;
    let passedOn = request;
    try {
      let run: Run | null = null;
      for (const step of this.#steps.list) {
        const around = (await step.before?.(inner, passedOn)) ?? null;
        if (around === null) continue;
        if (around.answer) {
          run = known(around.answer);
          break;
        }
        passed.push(around);
        inner = around.ctx ?? inner;
        passedOn = around.request ?? passedOn;
      }
      run ??= await call(inner, passedOn);
      // Removes each step from the list before its hook is called, so that an error in the hook is reported to the earlier steps
      // only.
      for (let around = passed.pop(); around; around = passed.pop()) run = (await after(around, run)) ?? run;
      return run;
    } catch (error) {
      for (let around = passed.pop(); around; around = passed.pop()) await around.failed?.(error);
      throw error;
    }
  }
}

/** Differences between a complete answer and a stream. */
interface StepPass<Run> {
  call(ctx: Context, request: TaskRequest): Promise<Run>;
  known(answer: CompletedRun): Run;
  after(around: AroundRun, run: Run): Run | Promise<Run> | undefined;
}
