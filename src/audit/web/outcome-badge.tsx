import type { AuditTrailQuery } from '../../web/generated/audit/graphql.ts';
import { enumLabel, StatusBadge } from '../../web/kit/values.tsx';
import { texts } from './texts.ts';

type Entry = AuditTrailQuery['auditTrail']['nodes'][number];

/** Outcome of an action in the audit trail, with the error code if it was refused. */
export function OutcomeBadge({ outcome, code }: Pick<Entry, 'outcome' | 'code'>) {
  if (outcome === 'DONE') return <StatusBadge>{texts.outcome.done}</StatusBadge>;
  return (
    <StatusBadge tone="care">
      {code ? texts.outcome.refusedWith(enumLabel(code).toLowerCase()) : texts.outcome.refused}
    </StatusBadge>
  );
}
