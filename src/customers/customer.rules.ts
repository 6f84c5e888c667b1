import { keyIssues } from '../platform/credentials/key-rules.ts';
import type { ValueIssue } from '../platform/errors/errors.ts';
import { InputInvalid } from '../platform/graphql/schema/problem.ts';
import { nearest } from '../platform/text/nearest.ts';
import { KEY_LIFETIME, MAX_CALLS_PER_MINUTE, MAX_CAP_MICROS, MAX_TASKS } from './customer.inputs.ts';

/** Format of a task name: `cluster/slot`. */
const TASK_NAME = /^[a-z0-9-]{1,50}\/[a-z0-9-]{1,50}$/;

interface CustomerValues {
  name?: string | null | undefined;
  softCapMicros?: number | null | undefined;
  hardLimitMicros?: number | null | undefined;
  monthlyLimitMicros?: number | null | undefined;
  tasks?: readonly string[] | null | undefined;
  callsPerMinute?: number | null | undefined;
  lifetimeDays?: number | null | undefined;
}

/**
 * Problems of the values of a customer or an API key: name, amounts, limits, tasks and lifetime. Null if all values are valid.
 */
export function faultOf(values: CustomerValues): InputInvalid | null {
  const { name, lifetimeDays, tasks } = values;
  const issues = keyIssues({ name, lifetimeDays }, KEY_LIFETIME);
  const within = (field: keyof CustomerValues, least: number, most: number, what: string) => {
    const value = values[field] as number | null | undefined;
    if (value === undefined || value === null || (Number.isInteger(value) && value >= least && value <= most)) return;
    issues.push({
      pointer: `/${field}`,
      detail: `${what} must be a whole number from ${least} to ${most}; ${value} was given.`,
    });
  };
  within('softCapMicros', 0, MAX_CAP_MICROS, 'A soft cap');
  within('hardLimitMicros', 0, MAX_CAP_MICROS, 'A hard limit');
  within('monthlyLimitMicros', 0, MAX_CAP_MICROS, 'A monthly limit');
  within('callsPerMinute', 1, MAX_CALLS_PER_MINUTE, 'A limit of calls per minute');
  if (tasks && (tasks.length === 0 || tasks.length > MAX_TASKS)) {
    issues.push({
      pointer: '/tasks',
      detail: `Give 1 to ${MAX_TASKS} tasks (${tasks.length} given), or leave \`tasks\` out for all.`,
    });
  }
  tasks?.forEach((task, index) => {
    if (TASK_NAME.test(task)) return;
    issues.push({
      pointer: `/tasks/${index}`,
      detail: 'Name a task as `cluster/slot`, e.g. `human-phrasing/warm-tone`.',
    });
  });
  return issues.length > 0 ? new InputInvalid(issues) : null;
}

/**
 * Problems of task names that don’t exist, each with the likely intended name, or with all names if none is similar. Null if
 * all tasks exist.
 */
export function unknownTasks(tasks: readonly string[], names: readonly string[]): InputInvalid | null {
  const issues = tasks.flatMap((task, index): ValueIssue[] => {
    if (names.includes(task)) return [];
    const near = nearest(task, names);
    const suggestion = near ? `Did you mean ${near}?` : `Use one of: ${names.join(', ')}.`;
    return [{ pointer: `/tasks/${index}`, detail: `Task ${task} doesn’t exist. ${suggestion}` }];
  });
  return issues.length > 0 ? new InputInvalid(issues) : null;
}
