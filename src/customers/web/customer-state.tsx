import { StatusBadge } from '../../web/kit/values.tsx';
import { texts } from './texts.ts';

/** Status of a customer: suspended, soft cap reached, or active. An active service account has a status of its own. */
export function CustomerState({
  suspendedAt,
  isPastSoftCap,
  isOwnUse,
}: {
  suspendedAt?: string | null;
  isPastSoftCap: boolean;
  isOwnUse: boolean;
}) {
  if (suspendedAt) return <StatusBadge tone="bad">{texts.state.suspended}</StatusBadge>;
  if (isPastSoftCap) return <StatusBadge tone="care">{texts.state.pastSoftCap}</StatusBadge>;
  return <StatusBadge>{isOwnUse ? texts.state.ownUse : texts.state.active}</StatusBadge>;
}
