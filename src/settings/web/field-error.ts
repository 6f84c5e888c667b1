import type { InputIssue } from '../../web/kit/issue-list.tsx';

const OF_VALUES = new Set(['/boolean', '/integer', '/text', '/secret']);

/** Message to show at the field whose value caused the problem. Null if the problem isn't about the value. */
export function fieldErrorOf(problem: { __typename?: string }): string | null {
  const { issues = [] } = problem as { issues?: readonly InputIssue[] };
  const own = issues.filter(({ pointer }) => OF_VALUES.has(pointer));
  return own.length > 0 ? own.map(({ message }) => message).join(' ') : null;
}
