import type { Decision } from '../../../src/gateway/routing/decide.ts';
import {
  type AdmittedRun,
  type BegunRun,
  type Citation,
  type CompletedRun,
  type EndedRun,
  type OnAdmitted,
  RunFailed,
  type RunPart,
  type RunTasks,
  type StreamedRun,
  type TaskRequest,
  type ToolCall,
} from '../../../src/gateway/runs/run-task.ts';
import type { Context } from '../../../src/platform/context.ts';
import type { FailureClass } from '../../../src/providers/index.ts';

/** What a run does next. */
export type Step =
  | { text: string }
  | { reasoning: string }
  | { call: ToolCall; pieces?: number }
  | { citation: Citation }
  | { wait: Promise<unknown> }
  | { fail: FailureClass; message?: string; retryAfterSeconds?: number }
  | { throws: unknown };

export interface Script {
  steps: Step[];
  begun?: Partial<BegunRun>;
  end?: Partial<EndedRun>;
}

const USAGE = { inputTokens: 11, cachedInputTokens: null, outputTokens: 7, reasoningTokens: null };

/** Runs that do as a test says, and remember what they were asked. */
export class FakeRuns implements RunTasks {
  readonly requests: TaskRequest[] = [];
  readonly contexts: Context[] = [];
  /** How many runs were given up by who asked for them. */
  canceled = 0;
  /** How many parts were taken of all streams. */
  taken = 0;
  /** What the next runs do: told by the request. */
  script: (request: TaskRequest, ctx: Context) => Script = () => ({ steps: [{ text: 'Hello' }, { text: ' there' }] });

  async complete(ctx: Context, request: TaskRequest): Promise<CompletedRun> {
    const script = this.#asked(ctx, request);
    let text = '';
    let reasoning = '';
    const toolCalls: ToolCall[] = [];
    const citations: Citation[] = [];
    for (const step of script.steps) {
      if ('wait' in step) await step.wait;
      else if ('text' in step) text += step.text;
      else if ('reasoning' in step) reasoning += step.reasoning;
      else if ('call' in step) toolCalls.push(step.call);
      else if ('citation' in step) citations.push(step.citation);
      else throw failureOf(step);
    }
    return { ...begun(request, script), ...ended(script, toolCalls), text, reasoning, toolCalls, citations };
  }

  async stream(ctx: Context, request: TaskRequest, onAdmitted?: OnAdmitted): Promise<StreamedRun> {
    const script = this.#asked(ctx, request);
    onAdmitted?.(admitted(begun(request, script)));
    const parts = this.#parts(script);
    // As the real ones: with the first part in hand.
    const first = await parts.next();
    const all = (async function* () {
      let over = false;
      try {
        for (let next = first; !next.done; next = await parts.next()) yield next.value;
        over = true;
      } finally {
        if (!over) await parts.return(undefined);
      }
    })();
    return { ...begun(request, script), parts: all };
  }

  async *#parts(script: Script): AsyncGenerator<RunPart> {
    let isOver = false;
    const toolCalls: ToolCall[] = [];
    let citations = 0;
    try {
      for (const step of script.steps) {
        this.taken += 1;
        if ('wait' in step) await step.wait;
        else if ('text' in step) yield { type: 'text', text: step.text };
        else if ('reasoning' in step) yield { type: 'reasoning', text: step.reasoning };
        else if ('citation' in step) yield { type: 'citation', index: citations++, citation: step.citation };
        else if ('call' in step) yield* called(step.call, toolCalls.push(step.call) - 1, step.pieces ?? 2);
        else {
          isOver = true;
          throw failureOf(step);
        }
      }
      isOver = true;
      yield { type: 'end', end: ended(script, toolCalls) };
    } finally {
      if (!isOver) this.canceled += 1;
    }
  }

  #asked(ctx: Context, request: TaskRequest): Script {
    this.requests.push(request);
    this.contexts.push(ctx);
    const script = this.script(request, ctx);
    const [first] = script.steps;
    if (first && 'throws' in first) throw first.throws;
    return script;
  }
}

function* called({ id, name, argumentsText }: ToolCall, index: number, pieces: number): Generator<RunPart> {
  yield { type: 'tool-call-start', index, id, name };
  const length = Math.max(1, Math.ceil(argumentsText.length / pieces));
  for (let at = 0; at < argumentsText.length; at += length) {
    yield { type: 'tool-call-delta', index, argumentsText: argumentsText.slice(at, at + length) };
  }
}

function failureOf(step: Step): unknown {
  if ('throws' in step) return step.throws;
  const { fail, message = 'It did not work.', retryAfterSeconds = null } = step as Extract<Step, { fail: unknown }>;
  return new RunFailed('run_failed', fail, message, 3, retryAfterSeconds);
}

const admitted = ({
  id,
  task,
  taskVersion,
  startedAt,
  decision,
  isNotFinal,
  isPastSoftCap,
}: BegunRun): AdmittedRun => ({
  id,
  task,
  taskVersion,
  startedAt,
  decision,
  isNotFinal,
  isPastSoftCap,
});

function begun(request: TaskRequest, { begun }: Script): BegunRun {
  return {
    id: 'run_01m818k3xne7cr4w9e6scbkb5d',
    task: request.task,
    taskVersion: 1,
    startedAt: new Date('2026-11-22T10:00:00Z'),
    deployment: 'openai/gpt-6-luna',
    model: 'gpt-6-luna',
    attempts: 1,
    decision: { policyVersion: 3 } as Decision,
    isSimulated: false,
    isNotFinal: false,
    isPastSoftCap: false,
    warnings: [],
    overheadMs: 1.234,
    isHeld: false,
    isReplay: false,
    ...begun,
  };
}

function ended({ end }: Script, toolCalls: readonly ToolCall[]): EndedRun {
  return {
    finishReason: toolCalls.length > 0 ? 'tool-calls' : 'stop',
    usage: USAGE,
    costMicros: 42,
    isEstimated: false,
    overheadMs: 1.5,
    held: null,
    seal: null,
    lateWarnings: [],
    ...end,
  };
}
