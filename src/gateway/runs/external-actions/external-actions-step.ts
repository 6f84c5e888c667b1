import type { Context } from '../../../platform/context.ts';
import type { AnswerOutput } from '../held-output.ts';
import type { RunStep } from '../run-step.ts';
import type { CompletedRun, ToolCall } from '../run-task.ts';
import { finishReasonWith, isCutOff, MOST_TEXT } from './external-action-answer.ts';
import type { ExternalActionGate } from './external-action-gate.ts';
import { ExternalActionStream } from './external-action-stream.ts';

/**
 * Withholds calls of tools that write outside: people are asked instead, and the caller receives the result of asking. The calls
 * of the model count, not the tools it was offered: leaving a tool out of a request is no way around. Everything else passes.
 */
export function externalActionsStep(gate: ExternalActionGate): RunStep {
  return {
    before: (ctx) => ({
      after: async (run) => (run.toolCalls.length > 0 ? withheld(ctx, gate, run) : run),
      // A held output is looked at when it is released.
      afterStream: (run) => (run.isHeld ? run : { ...run, parts: new ExternalActionStream(gate, ctx, run) }),
    }),
    /** Calls of such tools are left out. A reader files nothing. */
    async released(ctx, output, customerId) {
      const isExternal = output.toolCalls.length > 0 ? await gate.externalToolsFor(ctx, customerId) : null;
      const calls = isExternal ? output.toolCalls.filter(({ name }) => isExternal(name)) : [];
      return calls.length === 0 ? output : { ...without(output, calls), outward: calls.map(notFiled) };
    },
  };
}

async function withheld(ctx: Context, gate: ExternalActionGate, run: CompletedRun): Promise<CompletedRun> {
  const isExternal = await gate.externalToolsFor(ctx);
  if (!isExternal) return run;
  const calls = run.toolCalls.filter(({ name }) => isExternal(name));
  if (calls.length === 0) return run;
  const calling = { runId: run.id, text: run.text.slice(0, MOST_TEXT), isCutOff: isCutOff(run) };
  const outward = await gate.file(ctx, calling, calls);
  return { ...without(run, calls), outward };
}

function without<Said extends AnswerOutput>(said: Said, calls: readonly ToolCall[]): Said {
  const toolCalls = said.toolCalls.filter((call) => !calls.includes(call));
  return { ...said, toolCalls, finishReason: finishReasonWith(said.finishReason, toolCalls.length) };
}

function notFiled({ id, name }: ToolCall) {
  const result = `The call of \`${name}\` was not made, and nothing was asked of anybody: the answer was held when the model called it. Where it is still wanted, file it as a publish request.`;
  return { callId: id, tool: name, request: null, code: 'HELD_FOR_APPROVAL', result } as const;
}
