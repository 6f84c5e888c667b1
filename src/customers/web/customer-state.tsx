import { StatusBadge } from '../../web/kit/values.tsx';
import { texts } from './texts.ts';

/** Status of a customer: suspended, past its soft cap, or active. */
export function CustomerState({
  suspendedAt,
  isPastSoftCap,
  isHouse,
}: {
  suspendedAt?: string | null;
  isPastSoftCap: boolean;
  isHouse: boolean;
}) {
  if (suspendedAt) return <StatusBadge tone="bad">{texts.state.suspended}</StatusBadge>;
  if (isPastSoftCap) return <StatusBadge tone="care">{texts.state.pastSoftCap}</StatusBadge>;
  return <StatusBadge>{isHouse ? texts.state.ownUse : texts.state.active}</StatusBadge>;
}
