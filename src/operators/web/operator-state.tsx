import { StatusBadge } from '../../web/kit/values.tsx';

/** Whether somebody is let in. */
export function OperatorState({ disabledAt }: { disabledAt?: string | null }) {
  return disabledAt ? <StatusBadge tone="bad">Disabled</StatusBadge> : <StatusBadge>Let in</StatusBadge>;
}
