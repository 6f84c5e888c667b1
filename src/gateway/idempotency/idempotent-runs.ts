import type { Context } from '../../platform/context.ts';
import { Refusal } from '../../platform/errors.ts';
import {
  type CompletedRun,
  type EndedRun,
  RunFailed,
  type RunPart,
  type RunTasks,
  type StreamedRun,
  type TaskRequest,
} from '../runs/run-task.ts';
import { MAX_KEPT_BYTES } from './idempotency-limits.ts';
import type { Claim, IdempotentAnswers } from './idempotent-answers.ts';
import type { Outliving } from './outliving.ts';

/**
 * Runs what comes with an idempotency key once, and gives the answer again to who asks again. What comes without one passes
 * through. The outermost of all that decorates runs: what is kept is what the caller was told.
 */
export class IdempotentRuns implements RunTasks {
  readonly #runs: RunTasks;
  readonly #answers: IdempotentAnswers;
  readonly #outliving: Outliving;

  constructor(runs: RunTasks, answers: IdempotentAnswers, outliving: Outliving) {
    this.#runs = runs;
    this.#answers = answers;
    this.#outliving = outliving;
  }

  complete(ctx: Context, request: TaskRequest): Promise<CompletedRun> {
    return request.idempotencyKey === null ? this.#runs.complete(ctx, request) : this.#completeOnce(ctx, request);
  }

  stream(ctx: Context, request: TaskRequest): Promise<StreamedRun> {
    return request.idempotencyKey === null ? this.#runs.stream(ctx, request) : this.#streamOnce(ctx, request);
  }

  async #completeOnce(ctx: Context, request: TaskRequest): Promise<CompletedRun> {
    const claimed = await this.#claim(ctx, request);
    if ('kept' in claimed) return replayed(claimed.kept as Kept);
    const { claim } = claimed;
    return this.#outliving.run(ctx, async (inner) => {
      let run: CompletedRun;
      try {
        run = await this.#runs.complete(inner, { ...request, runId: claim.runId });
      } catch (error) {
        throw await this.#failed(inner, claim, error);
      }
      return withWarning(run, await this.#answers.keep(inner, claim, { run } satisfies Kept));
    });
  }

  async #streamOnce(ctx: Context, request: TaskRequest): Promise<StreamedRun> {
    const claimed = await this.#claim(ctx, request);
    if ('kept' in claimed) return streamed(replayed(claimed.kept as Kept));
    const { claim } = claimed;
    const { inner, end } = this.#outliving.begin(ctx);
    let run: StreamedRun;
    try {
      run = await this.#runs.stream(inner, { ...request, runId: claim.runId });
    } catch (error) {
      const told = await this.#failed(inner, claim, error);
      end();
      throw told;
    }
    return { ...run, parts: new KeptStream(this.#parts(inner, claim, run), end) };
  }

  /** The parts as they come; the last one once all of them are kept. */
  async *#parts(ctx: Context, claim: Claim, run: StreamedRun): AsyncGenerator<RunPart> {
    const whole = new WholeRun(run);
    try {
      for await (const part of run.parts) {
        if (part.type !== 'end') {
          whole.add(part);
          yield part;
          continue;
        }
        const warning = await this.#answers.keep(ctx, claim, { run: whole.completed(part.end) } satisfies Kept);
        yield { type: 'end', end: withWarning(part.end, warning) };
      }
    } catch (error) {
      throw await this.#failed(ctx, claim, error);
    }
  }

  #claim(ctx: Context, { idempotencyKey, ...request }: TaskRequest) {
    // By which door it came, and whether piece by piece, makes no other answer.
    const { surface, isStreamed, ...what } = request;
    return this.#answers.claim(ctx, { key: idempotencyKey!, kind: 'TEXT', request: what });
  }

  /** What is told of a failure, once it is clear what it means for the key. */
  async #failed(ctx: Context, claim: Claim, error: unknown): Promise<unknown> {
    if (error instanceof RunFailed && error.mayHaveCost) {
      const { runId, failure, message, attempts, retryAfterSeconds } = error;
      await this.#answers.keep(ctx, claim, {
        failed: { runId, failure, message, attempts, retryAfterSeconds },
      } satisfies Kept);
    } else if (error instanceof RunFailed || error instanceof Refusal) {
      await this.#answers.free(ctx, claim);
    }
    // Of anything else nobody knows what it has cost: the log of runs will tell.
    return error;
  }
}

type Kept =
  | { readonly run: CompletedRun }
  | { readonly failed: Pick<RunFailed, 'runId' | 'failure' | 'message' | 'attempts' | 'retryAfterSeconds'> };

/** @throws RunFailed where that is what was answered */
function replayed(kept: Kept): CompletedRun {
  if ('run' in kept) return { ...kept.run, isReplay: true };
  const { runId, failure, message, attempts, retryAfterSeconds } = kept.failed;
  throw new RunFailed(runId, failure, message, attempts, retryAfterSeconds, { isReplay: true });
}

function withWarning<End extends EndedRun>(end: End, warning: string | null): End {
  return warning === null ? end : { ...end, lateWarnings: [...end.lateWarnings, warning] };
}

/** A whole answer in pieces, as large as they come. */
function streamed(run: CompletedRun): StreamedRun {
  return { ...run, parts: partsOf(run) };
}

async function* partsOf(run: CompletedRun): AsyncGenerator<RunPart> {
  const { text, reasoning, citations, toolCalls } = run;
  if (reasoning !== '') yield { type: 'reasoning', text: reasoning };
  if (text !== '') yield { type: 'text', text };
  for (const [index, citation] of citations.entries()) yield { type: 'citation', index, citation };
  for (const [index, { id, name, argumentsText }] of toolCalls.entries()) {
    yield { type: 'tool-call-start', index, id, name };
    if (argumentsText !== '') yield { type: 'tool-call-delta', index, argumentsText };
  }
  const { finishReason, usage, costMicros, isEstimated, overheadMs, held, seal, lateWarnings } = run;
  yield { type: 'end', end: { finishReason, usage, costMicros, isEstimated, overheadMs, held, seal, lateWarnings } };
}

/** What a stream brings, put together; no more of it than could be kept. */
class WholeRun {
  readonly #run: StreamedRun;
  readonly #text: string[] = [];
  readonly #reasoning: string[] = [];
  readonly #citations: CompletedRun['citations'][number][] = [];
  readonly #toolCalls: { id: string; name: string; argumentsText: string }[] = [];
  #length = 0;

  constructor(run: StreamedRun) {
    this.#run = run;
  }

  add(part: Exclude<RunPart, { type: 'end' }>): void {
    const piece = part.type === 'tool-call-delta' ? part.argumentsText : 'text' in part ? part.text : '';
    // It will not be kept, and what there is of it is enough to say so.
    if (this.#length > 2 * MAX_KEPT_BYTES) return;
    this.#length += piece.length;
    switch (part.type) {
      case 'text':
        this.#text.push(part.text);
        break;
      case 'reasoning':
        this.#reasoning.push(part.text);
        break;
      case 'citation':
        this.#citations[part.index] = part.citation;
        break;
      case 'tool-call-start':
        this.#toolCalls[part.index] = { id: part.id, name: part.name, argumentsText: '' };
        break;
      case 'tool-call-delta':
        this.#toolCalls[part.index]!.argumentsText += part.argumentsText;
    }
  }

  completed(end: EndedRun): CompletedRun {
    const { parts, ...begun } = this.#run;
    return {
      ...begun,
      ...end,
      text: this.#text.join(''),
      reasoning: this.#reasoning.join(''),
      citations: this.#citations,
      toolCalls: this.#toolCalls,
    };
  }
}

/** A stream that is read to its end, by whoever asked for it, or else by nobody: then it goes on by itself and is kept. */
class KeptStream implements AsyncIterableIterator<RunPart> {
  readonly #parts: AsyncGenerator<RunPart>;
  readonly #end: () => void;
  #isOver = false;

  constructor(parts: AsyncGenerator<RunPart>, end: () => void) {
    this.#parts = parts;
    this.#end = end;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<RunPart>> {
    if (this.#isOver) return DONE;
    try {
      const next = await this.#parts.next();
      if (next.done) this.#over();
      return next;
    } catch (error) {
      this.#over();
      throw error;
    }
  }

  async return(): Promise<IteratorResult<RunPart>> {
    if (!this.#isOver) {
      this.#isOver = true;
      void this.#goOn();
    }
    return DONE;
  }

  async #goOn(): Promise<void> {
    try {
      while (!(await this.#parts.next()).done);
    } catch {
      // Written down and kept as what it is.
    } finally {
      this.#end();
    }
  }

  #over(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#end();
  }
}

const DONE = { done: true, value: undefined } as const;
