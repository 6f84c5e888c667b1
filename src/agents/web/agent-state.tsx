import { worksStill } from '../../web/kit/lifetime.tsx';
import { StatusBadge } from '../../web/kit/values.tsx';
import type { Agent, AgentKey } from './agent.ts';

/** Whether it can ask for anything. */
export function AgentState({
  disabledAt,
  keys,
}: Pick<Agent, 'disabledAt'> & { keys: readonly Pick<AgentKey, 'expiresAt' | 'revokedAt'>[] }) {
  if (disabledAt) return <StatusBadge tone="bad">Disabled</StatusBadge>;
  const count = keys.filter(worksStill).length;
  if (count === 0) return <StatusBadge tone="care">No key that works</StatusBadge>;
  return <StatusBadge>{count === 1 ? 'One key works' : `${count} keys work`}</StatusBadge>;
}
