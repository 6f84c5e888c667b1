import type { InputIssue } from '../../web/kit/issue-list.tsx';

const OF_VALUES = new Set(['/boolean', '/integer', '/text', '/secret']);

/** Message of a problem about the sent value, for its field. Null if the problem is about something else. */
export function fieldErrorOf(problem: { __typename?: string }): string | null {
  const { issues = [] } = problem as { issues?: readonly InputIssue[] };
  const own = issues.filter(({ pointer }) => OF_VALUES.has(pointer));
  return own.length > 0 ? own.map(({ message }) => message).join(' ') : null;
}
