import type { Context } from '../../../platform/context.ts';
import type { AnswerOutput } from '../held-output.ts';
import type { RunStep } from '../run-step.ts';
import type { CompletedRun, ToolCall } from '../run-task.ts';
import { finishReasonWith, isCutOff, MOST_TEXT } from './external-action-answer.ts';
import type { ExternalActionGate } from './external-action-gate.ts';
import { ExternalActionStream } from './external-action-stream.ts';

/**
 * Withholds calls of tools that write to external systems: a publish request is filed, and the caller gets its result. The step
 * checks the model's calls, not the offered tools, so leaving a tool out of a request doesn't bypass it.
 */
export function externalActionsStep(gate: ExternalActionGate): RunStep {
  return {
    before: (ctx) => ({
      after: async (run) => (run.toolCalls.length > 0 ? withheld(ctx, gate, run) : run),
      // A held output is checked when it is released.
      afterStream: (run) => (run.isHeld ? run : { ...run, parts: new ExternalActionStream(gate, ctx, run) }),
    }),
    /** Removes calls of tools that write to external systems. Reading a released answer never files a publish request. */
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

function without<Output extends AnswerOutput>(answer: Output, calls: readonly ToolCall[]): Output {
  const toolCalls = answer.toolCalls.filter((call) => !calls.includes(call));
  return { ...answer, toolCalls, finishReason: finishReasonWith(answer.finishReason, toolCalls.length) };
}

function notFiled({ id, name }: ToolCall) {
  const result = `The call of \`${name}\` was not executed, and no publish request was filed, because the answer was held. To execute it, file a publish request.`;
  return { callId: id, tool: name, request: null, code: 'HELD_FOR_APPROVAL', result } as const;
}
