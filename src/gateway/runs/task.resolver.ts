import { setTimeout as sleep } from 'node:timers/promises';
import { Arg, Ctx, Field, FieldResolver, ID, Mutation, ObjectType, Resolver, Root, Subscription } from 'type-graphql';
import { Approval } from '../../approvals/index.ts';
import type { CustomersApi } from '../../customers/index.ts';
import { RecordedElsewhere } from '../../platform/audit/recorded-elsewhere.ts';
import { AccessForEveryone } from '../../platform/auth/access.ts';
import { can } from '../../platform/auth/principal.ts';
import type { Context } from '../../platform/context.ts';
import { badUserInput, Refusal } from '../../platform/errors/errors.ts';
import { resultOf } from '../../platform/graphql/schema/mutation-result.ts';
import { sourceIn } from '../../platform/graphql/schema/subscription-source.ts';
import { IDEMPOTENCY_PROBLEMS, idempotencyProblemOf } from '../idempotency/idempotency.problems.ts';
import { CitedAnswerView } from './citations/cited-answer.types.ts';
import type { HeldAnswers } from './held-answers.ts';
import { Run } from './run.entity.ts';
import type { RunResolver } from './run.resolver.ts';
import { visibleRuns } from './run-access.ts';
import type { RunNote } from './run-note.ts';
import { type HeldOutput, RunFailed, type RunPart, type RunTasks } from './run-task.ts';
import { RunTaskInput } from './task.inputs.ts';
import { HeldTask, OutputWithMismatch, TaskAnswer, TaskFailed, TaskOutcome } from './task.types.ts';
import { TaskDelta, TaskEvent, TaskHeld, TaskStarted, TaskState } from './task-event.types.ts';
import { taskRequest } from './task-prompt.ts';

@ObjectType({ description: 'The task succeeded.' })
export class RanTask {
  @Field(() => TaskOutcome, {
    nullable: true,
    description: 'Result and cost of the task. Null if part of it could not be read: see `errors`.',
  })
  readonly outcome: TaskOutcome;

  @Field(() => TaskAnswer, {
    nullable: true,
    description: 'Answer of the model. Null if part of it could not be read: see `errors`.',
  })
  readonly answer: TaskAnswer;

  constructor(outcome: TaskOutcome, answer: TaskAnswer) {
    this.outcome = outcome;
    this.answer = answer;
  }
}

@Resolver(() => RanTask)
export class RanTaskResolver {
  @FieldResolver(() => Run, { nullable: true, description: 'Record of the run, as in `runs`.' })
  run(@Root() { outcome }: RanTask, @Ctx() { em }: Context): Promise<Run | null> {
    return em.findOne(Run, outcome.runId);
  }
}

@Resolver(() => OutputWithMismatch)
export class OutputWithMismatchResolver {
  @FieldResolver(() => Run, { nullable: true, description: 'Record of the run, as in `runs`.' })
  run(@Root() { outcome }: OutputWithMismatch, @Ctx() { em }: Context): Promise<Run | null> {
    return em.findOne(Run, outcome.runId);
  }
}

@Resolver(() => HeldTask)
export class HeldTaskResolver {
  readonly #held: HeldAnswers;

  constructor(held: HeldAnswers) {
    this.#held = held;
  }

  @FieldResolver(() => Approval, { nullable: true, description: 'Approval that the answer waits for.' })
  approval(@Root() { outcome }: HeldTask, @Ctx() ctx: Context): Promise<Approval | null> {
    return this.#held.approvalOf(ctx, outcome.runId);
  }

  @FieldResolver(() => Run, { nullable: true, description: 'Record of the run, as in `runs`.' })
  run(@Root() { outcome }: HeldTask, @Ctx() { em }: Context): Promise<Run | null> {
    return em.findOne(Run, outcome.runId);
  }
}

@Resolver(() => TaskHeld)
export class TaskHeldResolver {
  readonly #held: HeldAnswers;

  constructor(held: HeldAnswers) {
    this.#held = held;
  }

  @FieldResolver(() => Approval, { nullable: true, description: 'Approval that the answer waits for.' })
  approval(@Root() { outcome }: TaskHeld, @Ctx() ctx: Context): Promise<Approval | null> {
    return this.#held.approvalOf(ctx, outcome.runId);
  }
}

const RunTaskResult = resultOf('RunTask', RanTask, [TaskFailed, HeldTask, OutputWithMismatch, ...IDEMPOTENCY_PROBLEMS]);

/** Interval for polling the state of a run that another request started. */
const LOOK_EVERY_MS = 1_000;

interface TaskRunArgs {
  input?: RunTaskInput | null;
  id?: string | null;
}

@Resolver()
export class TaskResolver {
  readonly #tasks: RunTasks;
  readonly #runs: RunResolver;
  readonly #customers: Pick<CustomersApi, 'underWay'>;
  readonly #held: HeldAnswers;

  constructor(tasks: RunTasks, runs: RunResolver, customers: Pick<CustomersApi, 'underWay'>, held: HeldAnswers) {
    this.#held = held;
    this.#tasks = tasks;
    this.#runs = runs;
    this.#customers = customers;
  }

  // Anonymous callers may run simulated tasks if the sandbox is on. The gateway checks this for all APIs.
  @AccessForEveryone()
  @RecordedElsewhere('the runs')
  @Mutation(() => RunTaskResult, {
    nullable: true,
    description:
      'Runs a task with the model that the policy chooses, and returns the complete answer. This may take minutes; use `taskRun` if a proxy or client closes idle connections. With an `idempotencyKey`, the run continues after a lost connection, and sending the same input again returns its answer.',
  })
  async runTask(
    @Arg('input', () => RunTaskInput) input: RunTaskInput,
    @Ctx() ctx: Context,
  ): Promise<typeof RunTaskResult> {
    try {
      const run = await this.#tasks.complete(ctx, taskRequest(input, false));
      if (run.held) return new HeldTask(new TaskOutcome(run, run));
      const [outcome, answer] = [new TaskOutcome(run, run), new TaskAnswer(run)];
      return run.outputMismatch
        ? new OutputWithMismatch(outcome, answer, run.outputMismatch)
        : new RanTask(outcome, answer);
    } catch (error) {
      if (error instanceof RunFailed) return new TaskFailed(error);
      const problem = idempotencyProblemOf(error);
      if (problem) return problem;
      throw error;
    }
  }

  @AccessForEveryone()
  @Subscription(() => TaskEvent, {
    description:
      'With `input`, runs a task and streams its answer. Disconnecting cancels the run, unless `idempotencyKey` is set. With the `id` of a run, reports its status, without the answer, until it ends or its held answer is decided.',
    subscribe: sourceIn<TaskResolver, TaskRunArgs>(
      () => TaskResolver,
      (resolver, ctx, args) => resolver.events(ctx, args),
    ),
  })
  taskRun(
    @Arg('input', () => RunTaskInput, { nullable: true, description: 'Task to run. Omit to follow a run by `id`.' })
    _input: RunTaskInput | null,
    @Arg('id', () => ID, { nullable: true, description: 'Run to follow. Omit to run a task.' }) _id: string | null,
    @Root() event: typeof TaskEvent,
  ): typeof TaskEvent {
    return event;
  }

  /** @throws Refusal if neither or both arguments are given, and for every reason that keeps a run from starting */
  async *events(ctx: Context, { input, id }: TaskRunArgs): AsyncGenerator<typeof TaskEvent> {
    if (!input === !id) throw badUserInput('Send exactly one of `input`, to run a task, and `id`, to follow a run.');
    if (input) yield* this.#stream(ctx, input);
    else yield* this.#states(ctx, id!);
  }

  async *#stream(ctx: Context, input: RunTaskInput): AsyncGenerator<typeof TaskEvent> {
    try {
      const run = await this.#tasks.stream(ctx, taskRequest(input, true));
      try {
        yield new TaskStarted(run);
        for await (const part of run.parts) {
          if (part.type === 'end' && part.end.cited)
            yield new TaskDelta({ cited: new CitedAnswerView(part.end.cited) });
          if (part.type !== 'end') yield deltaOf(part);
          else if (!part.end.held) yield new TaskOutcome(run, part.end);
          else yield* this.#heldUntilDecided(ctx, new TaskOutcome(run, part.end), part.end.held);
        }
      } finally {
        // Ends the run if the caller leaves before the first part, when no loop over the parts has started.
        await run.parts[Symbol.asyncIterator]().return?.();
      }
    } catch (error) {
      if (!(error instanceof RunFailed)) throw error;
      yield new TaskFailed(error);
    }
  }

  async *#heldUntilDecided(ctx: Context, outcome: TaskOutcome, { approvalId }: HeldOutput) {
    yield new TaskHeld(outcome);
    yield* this.#onceDecided(ctx, outcome.runId, approvalId);
  }

  async *#onceDecided(ctx: Context, runId: string, approvalId: string): AsyncGenerator<TaskState> {
    for await (const now of this.#held.changes(ctx, approvalId)) {
      if (await this.#held.isPending(now, runId)) continue;
      const run = await this.#runs.find(now, runId);
      if (run) yield new TaskState(runId, run);
      return;
    }
  }

  async *#states(ctx: Context, id: string): AsyncGenerator<TaskState> {
    let hasSentState = false;
    for (;;) {
      const now = ctx.fork();
      // Reads the reservation first, then the recorded run, so that a run that ends between the two reads is found.
      const isUnderWay = await this.#isUnderWay(now, id);
      const run = await this.#runs.find(now, id);
      if (run) {
        // The approval is read before the state is sent, so that a slow reader still gets a decision made meanwhile.
        const waitsFor = run.approvalId && (await this.#held.isPending(now, id)) ? run.approvalId : null;
        yield new TaskState(id, run);
        if (waitsFor) yield* this.#onceDecided(ctx, id, waitsFor);
        return;
      }
      if (!isUnderWay) throw new Refusal('NOT_FOUND', 'The run doesn’t exist, or you can’t read it.');
      if (!hasSentState) yield new TaskState(id, null);
      hasSentState = true;
      await sleep(LOOK_EVERY_MS, undefined, { signal: ctx.signal });
    }
  }

  async #isUnderWay(ctx: Context, id: string): Promise<boolean> {
    if (!can(ctx.principal, 'own-runs:read')) return false;
    const found = await this.#customers.underWay(ctx, id);
    if (!found) return false;
    const who = visibleRuns(ctx.principal);
    if (who === null) return true;
    return 'customerId' in who
      ? found.accountId === who.customerId
      : (found.note as RunNote).requestedBy === who.requestedBy;
  }
}

function deltaOf(part: Exclude<RunPart, { type: 'end' }>): TaskDelta {
  switch (part.type) {
    case 'text':
      return new TaskDelta({ text: part.text });
    case 'refusal':
      return new TaskDelta({ refusal: part.text });
    case 'reasoning':
      return new TaskDelta({ reasoning: part.text });
    case 'citation':
      return new TaskDelta({ citation: part.citation });
    case 'tool-call-start':
      return new TaskDelta({ toolCall: { index: part.index, id: part.id, name: part.name, argumentsText: null } });
    case 'tool-call-delta':
      return new TaskDelta({
        toolCall: { index: part.index, id: null, name: null, argumentsText: part.argumentsText },
      });
  }
}
