import type { Context } from '../../../platform/context.ts';
import type { Output } from '../held-output.ts';
import type { CompletedRun, EndedRun, OnAdmitted, RunTasks, StreamedRun, TaskRequest, ToolCall } from '../run-task.ts';
import { finishReasonWith, isCutOff, MOST_TEXT } from './outward-answer.ts';
import type { OutwardGate } from './outward-gate.ts';
import { OutwardStream } from './outward-stream.ts';

/**
 * Withholds calls of tools that write outside: people are asked instead, and the caller is told what became of it. It looks at
 * what a model calls, not at what it was offered: nobody reaches outside by leaving a tool out of a request. All else passes
 * through as it comes.
 */
export class OutwardRuns implements RunTasks {
  readonly #runs: RunTasks;
  #gate: OutwardGate | null = null;

  constructor(runs: RunTasks) {
    this.#runs = runs;
  }

  /** Called once, while the service is put together. */
  fileWith(gate: OutwardGate): void {
    this.#gate = gate;
  }

  async complete(ctx: Context, request: TaskRequest): Promise<CompletedRun> {
    const run = await this.#runs.complete(ctx, request);
    return run.toolCalls.length > 0 && this.#gate ? this.#withheld(ctx, this.#gate, run) : run;
  }

  async stream(ctx: Context, request: TaskRequest, onAdmitted?: OnAdmitted): Promise<StreamedRun> {
    const run = await this.#runs.stream(ctx, request, onAdmitted);
    const gate = this.#gate;
    // What is held is given out by nobody yet, and looked at when it is.
    return gate && !run.isHeld ? { ...run, parts: new OutwardStream(gate, ctx, run) } : run;
  }

  /** What was held, once it is given out: its outward calls are left out, and nothing is filed for who only reads. */
  async released(ctx: Context, output: Output, customerId: string | null): Promise<Output & Pick<EndedRun, 'outward'>> {
    const isOutward = output.toolCalls.length > 0 ? await this.#gate?.outwardFor(ctx, customerId) : null;
    const calls = isOutward ? output.toolCalls.filter(({ name }) => isOutward(name)) : [];
    return calls.length === 0 ? output : { ...without(output, calls), outward: calls.map(notFiled) };
  }

  async #withheld(ctx: Context, gate: OutwardGate, run: CompletedRun): Promise<CompletedRun> {
    const isOutward = await gate.outwardFor(ctx);
    if (!isOutward) return run;
    const calls = run.toolCalls.filter(({ name }) => isOutward(name));
    if (calls.length === 0) return run;
    const calling = { runId: run.id, text: run.text.slice(0, MOST_TEXT), isCutOff: isCutOff(run) };
    const outward = await gate.file(ctx, calling, calls);
    return { ...without(run, calls), outward };
  }
}

function without<Said extends Output>(said: Said, calls: readonly ToolCall[]): Said {
  const toolCalls = said.toolCalls.filter((call) => !calls.includes(call));
  return { ...said, toolCalls, finishReason: finishReasonWith(said.finishReason, toolCalls.length) };
}

function notFiled({ id, name }: ToolCall) {
  const result = `The call of \`${name}\` was not made, and nothing was asked of anybody: the answer was held when the model called it. Where it is still wanted, file it as a publish request.`;
  return { callId: id, tool: name, request: null, code: 'HELD_FOR_APPROVAL', result } as const;
}
