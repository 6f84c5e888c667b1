import type { EndedRun } from '../run-task.ts';

/** Characters of the model's text that are kept to show why it called a tool. */
export const MOST_TEXT = 1_500;

/** Finish reason after calls were withheld. If no call is left for the caller, it is `stop` instead of `tool-calls`. */
export function finishReasonWith(reason: EndedRun['finishReason'], callCount: number): EndedRun['finishReason'] {
  return reason === 'tool-calls' && callCount === 0 ? 'stop' : reason;
}

export const isCutOff = ({ finishReason }: Pick<EndedRun, 'finishReason'>) =>
  finishReason === 'length' || finishReason === 'content-filter';
