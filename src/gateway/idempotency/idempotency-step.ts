import type { DocumentsApi } from '../../documents/index.ts';
import type { Context } from '../../platform/context.ts';
import { choiceOf } from '../runs/citations/requested-documents.ts';
import type { AroundRun, RunStep } from '../runs/run-step.ts';
import type { CompletedRun, EndedRun, RunPart, StreamedRun, TaskRequest } from '../runs/run-task.ts';
import type { DetachedWork } from './detached-work.ts';
import { MAX_KEPT_BYTES } from './idempotency-limits.ts';
import type { IdempotentAnswers, KeyClaim, KeyedRequest } from './idempotent-answers.ts';
import { answerIn, type KeptResult, keepFailure } from './idempotent-work.ts';

/**
 * Returns the stored result of a request to later requests with the same idempotency key. Requests without a key skip the step.
 */
export function idempotencyStep(
  answers: IdempotentAnswers,
  detachedWork: DetachedWork,
  documents: Pick<DocumentsApi, 'assertReadable'>,
): RunStep {
  return {
    async before(ctx, request) {
      if (request.idempotencyKey === null) return null;
      // A stored answer quotes documents. Another key of the customer, or a member that was removed, may not read them.
      if (request.documents) await documents.assertReadable(ctx, choiceOf(request.documents));
      const claimed = await answers.claim(ctx, keyedOf(request));
      if ('kept' in claimed)
        return { answer: { ...answerIn(claimed.kept as KeptResult<CompletedRun>), isReplay: true } };
      return aroundClaimed(answers, claimed.claim, request, detachedWork.begin(ctx));
    },
  };
}

/** Wraps a run that continues if its caller disconnects. */
function aroundClaimed(
  answers: IdempotentAnswers,
  claim: KeyClaim,
  request: TaskRequest,
  { inner, end }: ReturnType<DetachedWork['begin']>,
): AroundRun {
  return {
    ctx: inner,
    request: { ...request, runId: claim.runId },
    async after(answer) {
      try {
        return withWarning(answer, await answers.keep(inner, claim, { answer } satisfies KeptResult<CompletedRun>));
      } finally {
        end();
      }
    },
    afterStream: (run) => ({ ...run, parts: new KeptStream(keptParts(answers, inner, claim, run), end) }),
    async failed(error) {
      try {
        await keepFailure(answers, inner, claim, error);
      } finally {
        end();
      }
    },
  };
}

/** Passes the parts on. The last part follows after the attempt to store the whole answer. */
async function* keptParts(
  answers: IdempotentAnswers,
  ctx: Context,
  claim: KeyClaim,
  run: StreamedRun,
): AsyncGenerator<RunPart> {
  const whole = new WholeRun(run);
  try {
    for await (const part of run.parts) {
      if (part.type !== 'end') {
        whole.add(part);
        yield part;
        continue;
      }
      const answer = whole.completed(part.end);
      const warning = await answers.keep(ctx, claim, { answer } satisfies KeptResult<CompletedRun>);
      yield { type: 'end', end: withWarning(part.end, warning) };
    }
  } catch (error) {
    await keepFailure(answers, ctx, claim, error);
    throw error;
  }
}

/** The API, streaming and the provider's cache key don't change the answer, so they aren't part of the compared request. */
function keyedOf({ idempotencyKey, surface, isStreamed, cacheKey, ...request }: TaskRequest): KeyedRequest {
  return { key: idempotencyKey!, kind: 'TEXT', request };
}

function withWarning<End extends EndedRun>(end: End, warning: string | null): End {
  return warning === null ? end : { ...end, lateWarnings: [...end.lateWarnings, warning] };
}

/** Collects a stream into a complete answer. Stops collecting when the answer is too long to be stored. */
class WholeRun {
  readonly #run: StreamedRun;
  readonly #text: string[] = [];
  readonly #refusal: string[] = [];
  readonly #reasoning: string[] = [];
  readonly #citations: CompletedRun['citations'][number][] = [];
  readonly #toolCalls: { id: string; name: string; argumentsText: string }[] = [];
  #length = 0;

  constructor(run: StreamedRun) {
    this.#run = run;
  }

  add(part: Exclude<RunPart, { type: 'end' }>): void {
    const piece = part.type === 'tool-call-delta' ? part.argumentsText : 'text' in part ? part.text : '';
    // The collected part is already longer than an answer that can be stored, so the rest isn't needed.
    if (this.#length > 2 * MAX_KEPT_BYTES) return;
    this.#length += piece.length;
    switch (part.type) {
      case 'text':
        this.#text.push(part.text);
        break;
      case 'refusal':
        this.#refusal.push(part.text);
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
      ...(this.#refusal.length > 0 && { refusal: this.#refusal.join('') }),
      reasoning: this.#reasoning.join(''),
      citations: this.#citations,
      toolCalls: this.#toolCalls,
    };
  }
}

/**
 * A stream that is always read to the end: if its caller leaves, the stream reads the rest itself, so that the answer is stored
 * anyway.
 */
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
      if (next.done) this.#finish();
      return next;
    } catch (error) {
      this.#finish();
      throw error;
    }
  }

  async return(): Promise<IteratorResult<RunPart>> {
    if (!this.#isOver) {
      this.#isOver = true;
      void this.#readToEnd();
    }
    return DONE;
  }

  async #readToEnd(): Promise<void> {
    try {
      while (!(await this.#parts.next()).done);
    } catch {
      // `keptParts` has already handled the failure.
    } finally {
      this.#end();
    }
  }

  #finish(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#end();
  }
}

const DONE = { done: true, value: undefined } as const;
