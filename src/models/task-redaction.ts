import { type TaskEntry, TaskRedaction } from './catalogue.ts';

/** Older versions don't have `redaction`: nothing is redacted there. */
export const redactionOf = ({ redaction }: TaskEntry): TaskRedaction => redaction ?? TaskRedaction.NONE;

/** True if redacted values are put back into the answer. */
export const restoresRedacted = (task: TaskEntry): boolean =>
  redactionOf(task) !== TaskRedaction.NONE && task.restoresRedacted !== false;
