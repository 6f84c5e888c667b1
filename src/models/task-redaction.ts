import { type TaskEntry, TaskRedaction } from './catalogue.ts';

/** Versions from before this could be said do not say it: nothing is redacted there. */
export const redactionOf = ({ redaction }: TaskEntry): TaskRedaction => redaction ?? TaskRedaction.NONE;

/** Whether what was redacted stands in the answer again. */
export const restoresRedacted = (task: TaskEntry): boolean =>
  redactionOf(task) !== TaskRedaction.NONE && task.restoresRedacted !== false;
