import { StatusBadge } from '../../web/kit/values.tsx';
import type { Agent } from './agent.ts';

/** Whether it can ask for anything. */
export function AgentState({ disabledAt, workingKeyCount: count }: Pick<Agent, 'disabledAt' | 'workingKeyCount'>) {
  if (disabledAt) return <StatusBadge tone="bad">Disabled</StatusBadge>;
  if (count === 0) return <StatusBadge tone="care">No key that works</StatusBadge>;
  return <StatusBadge>{count === 1 ? 'One key works' : `${count} keys work`}</StatusBadge>;
}
