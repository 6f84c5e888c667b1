import type { AuditTrailQuery } from '../../web/generated/audit/graphql.ts';
import { enumLabel, StatusBadge } from '../../web/kit/values.tsx';

type Entry = AuditTrailQuery['auditTrail']['nodes'][number];

/** What became of it, and of what was refused, why. */
export function OutcomeBadge({ outcome, code }: Pick<Entry, 'outcome' | 'code'>) {
  if (outcome === 'DONE') return <StatusBadge>Done</StatusBadge>;
  return <StatusBadge tone="care">{code ? `Refused: ${enumLabel(code).toLowerCase()}` : 'Refused'}</StatusBadge>;
}
