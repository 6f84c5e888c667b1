import { StatusBadge } from '../../web/kit/values.tsx';
import type { Agent } from './agent.ts';
import { texts } from './texts.ts';

/** Status of an agent: disabled, without a valid key, or its number of valid keys. */
export function AgentState({ disabledAt, workingKeyCount: count }: Pick<Agent, 'disabledAt' | 'workingKeyCount'>) {
  if (disabledAt) return <StatusBadge tone="bad">{texts.state.disabled}</StatusBadge>;
  if (count === 0) return <StatusBadge tone="care">{texts.state.noKey}</StatusBadge>;
  return <StatusBadge>{texts.state.keys(count)}</StatusBadge>;
}
