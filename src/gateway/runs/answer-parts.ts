import type { CompletedRun, EndedRun, RunPart, StreamedRun } from './run-task.ts';

/**
 * Converts a complete answer to a stream of parts: one part for each text, and separate parts for each citation and tool call.
 */
export function streamed(run: CompletedRun): StreamedRun {
  return { ...run, parts: partsOf(run) };
}

async function* partsOf(run: CompletedRun): AsyncGenerator<RunPart> {
  const { text, refusal, reasoning, citations, toolCalls } = run;
  if (reasoning !== '') yield { type: 'reasoning', text: reasoning };
  if (text !== '') yield { type: 'text', text };
  if (refusal !== undefined) yield { type: 'refusal', text: refusal };
  for (const [index, citation] of citations.entries()) yield { type: 'citation', index, citation };
  for (const [index, { id, name, argumentsText }] of toolCalls.entries()) {
    yield { type: 'tool-call-start', index, id, name };
    if (argumentsText !== '') yield { type: 'tool-call-delta', index, argumentsText };
  }
  yield { type: 'end', end: endOf(run) };
}

/** Facts about the end of a run, without the answer. */
function endOf(run: CompletedRun): EndedRun {
  const { finishReason, usage, costMicros, isEstimated, overheadMs, held, seal, lateWarnings } = run;
  const { totalUsage, costSource, encryptedReasoning, outputMismatch, outward, cited } = run;
  return {
    finishReason,
    usage,
    ...(totalUsage && { totalUsage }),
    costMicros,
    isEstimated,
    ...(costSource !== undefined && { costSource }),
    overheadMs,
    held,
    seal,
    lateWarnings,
    ...(encryptedReasoning !== undefined && { encryptedReasoning }),
    ...(outputMismatch && { outputMismatch }),
    ...(outward && { outward }),
    ...(cited && { cited }),
  };
}
