import { StatusBadge } from '../../web/kit/values.tsx';
import { texts } from './texts.ts';

/** Status of an operator: active or disabled. */
export function OperatorState({ disabledAt }: { disabledAt?: string | null }) {
  return disabledAt ? (
    <StatusBadge tone="bad">{texts.state.disabled}</StatusBadge>
  ) : (
    <StatusBadge>{texts.state.active}</StatusBadge>
  );
}
