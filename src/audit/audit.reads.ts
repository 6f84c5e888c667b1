import { AuditEntry } from '../platform/audit/audit-entry.entity.ts';
import type { CompilableFields } from '../platform/graphql/reads/compilable-field.ts';
import { entityProjection } from '../platform/graphql/reads/entity-projection.ts';
import { PageProjection, type RowFilter } from '../platform/graphql/reads/page-projection.ts';
import { firstIdAt } from '../platform/ids.ts';
import type { AuditFilter, AuditTrailArgs } from './audit.inputs.ts';
import { AuditEntryNode } from './audit-entry.type.ts';
import { withFormerNames } from './former-names.ts';

const entry = entityProjection(AuditEntry, {
  type: AuditEntryNode,
  fields: {
    subjectIds: 'to_json(audit_entry.subject_ids)',
    changes: `coalesce(audit_entry.changes, '[]')`,
  },
});

/** List of audit entries, newest first by default. */
export const auditPages = new PageProjection<AuditTrailArgs, { id: string }>({
  typeName: 'AuditEntryConnection',
  node: entry,
  ids: 'auditEntry',
  mayLag: true,
  orders: { HAPPENED_AT: 'id' },
  filter({ filter }) {
    return conditionsOf(filter ?? {});
  },
});

/** Query fields for the audit trail that PostgreSQL answers without resolvers. */
export const auditReads: CompilableFields = { auditTrail: auditPages.compilable };

/** SQL conditions for a filter of the audit trail. Times are compared by id, because ids are ordered by time. */
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
  const addCondition = (value: unknown, condition: (parameter: string) => string) => {
    if (value !== undefined && value !== null) conditions.push(condition(`$${values.push(value)}`));
  };
  const idAt = (at: Date | null | undefined) => at && firstIdAt('auditEntry', at);
  addCondition(actor, (list) => `audit_entry.actor = any(${list})`);
  addCondition(action && withFormerNames(action), (list) => `audit_entry.action = any(${list})`);
  addCondition(subjectId && withFormerNames(subjectId), (list) => `audit_entry.subject_ids && ${list}::text[]`);
  addCondition(outcome, (list) => `audit_entry.outcome = any(${list})`);
  addCondition(idAt(happenedFrom), (id) => `audit_entry.id >= ${id}`);
  addCondition(idAt(happenedBefore), (id) => `audit_entry.id < ${id}`);
  return { conditions, values };
}
