import type { Context } from '../../platform/context.ts';
import {
  type CompletedRun,
  type EndedRun,
  type OnAdmitted,
  type RunPart,
  type RunTasks,
  type StreamedRun,
  type TaskRequest,
} from '../runs/run-task.ts';
import { MAX_KEPT_BYTES } from './idempotency-limits.ts';
import type { Claim, IdempotentAnswers, KeyedRequest } from './idempotent-answers.ts';
import { answerIn, type Kept, keepFailure, Once } from './once.ts';
import type { Outliving } from './outliving.ts';

/**
 * Runs what comes with an idempotency key once, and gives the answer again to who asks again. What comes without one passes
 * through. The outermost of all that decorates runs: what is kept is what the caller was told.
 */
export class IdempotentRuns implements RunTasks {
  readonly #runs: RunTasks;
  readonly #answers: IdempotentAnswers;
  readonly #outliving: Outliving;
  readonly #once: Once;

  constructor(runs: RunTasks, answers: IdempotentAnswers, outliving: Outliving) {
    this.#runs = runs;
    this.#answers = answers;
    this.#outliving = outliving;
    this.#once = new Once(answers, outliving);
  }

  complete(ctx: Context, request: TaskRequest): Promise<CompletedRun> {
    return request.idempotencyKey === null ? this.#runs.complete(ctx, request) : this.#completeOnce(ctx, request);
  }

  stream(ctx: Context, request: TaskRequest, onAdmitted?: OnAdmitted): Promise<StreamedRun> {
    return request.idempotencyKey === null
      ? this.#runs.stream(ctx, request, onAdmitted)
      : this.#streamOnce(ctx, request, onAdmitted);
  }

  async #completeOnce(ctx: Context, request: TaskRequest): Promise<CompletedRun> {
    const { answer, isReplay, warning } = await this.#once.run(ctx, keyedOf(request), (inner, runId) =>
      this.#runs.complete(inner, { ...request, runId }),
    );
    return isReplay ? { ...answer, isReplay } : withWarning(answer, warning);
  }

  async #streamOnce(ctx: Context, request: TaskRequest, onAdmitted?: OnAdmitted): Promise<StreamedRun> {
    const claimed = await this.#answers.claim(ctx, keyedOf(request));
    if ('kept' in claimed) {
      return streamed({ ...answerIn(claimed.kept as Kept<CompletedRun>), isReplay: true });
    }
    const { claim } = claimed;
    const { inner, end } = this.#outliving.begin(ctx);
    let run: StreamedRun;
    try {
      run = await this.#runs.stream(inner, { ...request, runId: claim.runId }, onAdmitted);
    } catch (error) {
      await keepFailure(this.#answers, inner, claim, error);
      end();
      throw error;
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
        const warning = await this.#answers.keep(ctx, claim, {
          answer: whole.completed(part.end),
        } satisfies Kept<CompletedRun>);
        yield { type: 'end', end: withWarning(part.end, warning) };
      }
    } catch (error) {
      await keepFailure(this.#answers, ctx, claim, error);
      throw error;
    }
  }
}

/** By which door it came, and whether piece by piece, makes no other answer. */
function keyedOf({ idempotencyKey, surface, isStreamed, ...request }: TaskRequest): KeyedRequest {
  return { key: idempotencyKey!, kind: 'TEXT', request };
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
  const { finishReason, usage, costMicros, isEstimated, overheadMs, held, seal, lateWarnings, outward } = run;
  const end = { finishReason, usage, costMicros, isEstimated, overheadMs, held, seal, lateWarnings };
  yield { type: 'end', end: outward ? { ...end, outward } : end };
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
