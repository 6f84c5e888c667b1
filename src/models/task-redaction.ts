import { type TaskEntry, TaskRedaction } from './catalogue.ts';

/** Redaction of a task. Tasks without `redaction`, as in older versions of the catalogue, redact nothing. */
export const redactionOf = ({ redaction }: TaskEntry): TaskRedaction => redaction ?? TaskRedaction.NONE;

/** True if redacted values are put back into the answer unless the request says otherwise. False if the task redacts nothing. */
export const restoresRedacted = (task: TaskEntry): boolean =>
  redactionOf(task) !== TaskRedaction.NONE && task.restoresRedacted !== false;
