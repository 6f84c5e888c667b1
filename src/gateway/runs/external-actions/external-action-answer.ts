import type { EndedRun } from '../run-task.ts';

/** As much of what a model says as is told of why it calls a tool. */
export const MOST_TEXT = 1_500;

/** Who is handed no call has nothing to call: the answer ends as one that says something. */
export function finishReasonWith(reason: EndedRun['finishReason'], callCount: number): EndedRun['finishReason'] {
  return reason === 'tool-calls' && callCount === 0 ? 'stop' : reason;
}

export const isCutOff = ({ finishReason }: Pick<EndedRun, 'finishReason'>) =>
  finishReason === 'length' || finishReason === 'content-filter';
