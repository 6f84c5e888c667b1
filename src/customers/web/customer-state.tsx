import { StatusBadge } from '../../web/kit/values.tsx';

/** Whether something is run for it, and whether that costs more than it was to. */
export function CustomerState({
  suspendedAt,
  isPastSoftCap,
  isHouse,
}: {
  suspendedAt?: string | null;
  isPastSoftCap: boolean;
  isHouse: boolean;
}) {
  if (suspendedAt) return <StatusBadge tone="bad">Suspended</StatusBadge>;
  if (isPastSoftCap) return <StatusBadge tone="care">Past the soft cap</StatusBadge>;
  return <StatusBadge>{isHouse ? 'The house' : 'Served'}</StatusBadge>;
}
