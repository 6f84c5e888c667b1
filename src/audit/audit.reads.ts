import type { CompilableFields } from '../platform/graphql/reads/compilable-field.ts';
import { PageProjection, type RowFilter } from '../platform/graphql/reads/page-projection.ts';
import { isoTime, Projection } from '../platform/graphql/reads/projection.ts';
import { firstIdAt } from '../platform/ids.ts';
import type { AuditFilter, AuditTrailArgs } from './audit.inputs.ts';

const entry = new Projection({
  typeName: 'AuditEntry',
  row: 'audit_entry',
  fields: {
    id: 'audit_entry.id',
    actor: 'audit_entry.actor',
    actorKind: 'audit_entry.actor_kind',
    onBehalfOf: 'audit_entry.on_behalf_of',
    credentialKind: 'audit_entry.credential_kind',
    credentialId: 'audit_entry.credential_id',
    credentialIssuedBy: 'audit_entry.credential_issued_by',
    action: 'audit_entry.action',
    outcome: 'audit_entry.outcome',
    code: 'audit_entry.code',
    subjectIds: 'to_json(audit_entry.subject_ids)',
    changes: `coalesce(audit_entry.changes, '[]')`,
    network: 'audit_entry.network',
    requestId: 'audit_entry.request_id',
    happenedAt: isoTime('audit_entry.happened_at'),
  },
});

/** What was done and tried, newest first. */
export const auditPages = new PageProjection<AuditTrailArgs, { id: string }>({
  typeName: 'AuditEntryConnection',
  node: entry,
  ids: 'auditEntry',
  orders: { HAPPENED_AT: 'id' },
  filter({ filter }) {
    return conditionsOf(filter ?? {});
  },
});

/** What PostgreSQL answers by itself. */
export const auditReads: CompilableFields = { auditTrail: auditPages.compilable };

/** Times are those of the ids, which are kept in their order. */
export function conditionsOf({
  actor,
  action,
  subjectId,
  outcome,
  happenedFrom,
  happenedBefore,
}: AuditFilter): RowFilter {
  const conditions: string[] = [];
  const values: unknown[] = [];
  const given = (value: unknown, condition: (parameter: string) => string) => {
    if (value !== undefined && value !== null) conditions.push(condition(`$${values.push(value)}`));
  };
  const idAt = (at: Date | null | undefined) => at && firstIdAt('auditEntry', at);
  given(actor, (list) => `audit_entry.actor = any(${list})`);
  given(action, (list) => `audit_entry.action = any(${list})`);
  given(subjectId, (list) => `audit_entry.subject_ids && ${list}::text[]`);
  given(outcome, (list) => `audit_entry.outcome = any(${list})`);
  given(idAt(happenedFrom), (id) => `audit_entry.id >= ${id}`);
  given(idAt(happenedBefore), (id) => `audit_entry.id < ${id}`);
  return { conditions, values };
}
