import type { Context } from '../context.ts';
import { sql } from '../database/database.ts';
import { newId } from '../ids.ts';
import type { RunStatement } from './action-recorder.ts';
import { insertAuditEntry } from './audit-entry.sql.ts';
import type { AuditedAction, ChangedValue } from './audited-action.ts';
import { auditedValue } from './audited-values.ts';
import { coarseNetwork } from './coarse-network.ts';

export { type AuditedAction, AuditOutcome } from './audited-action.ts';

/** Maximum number of object ids per audit entry. Further ids are left out. */
const MAX_SUBJECTS_PER_ENTRY = 100;
/** Maximum number of changes per audit entry. Further changes are left out. */
export const MAX_CHANGES_PER_ENTRY = 100;

/**
 * Records an action of the context's principal in the audit trail, within the current transaction if there is one. Not needed for
 * mutations, which are recorded automatically.
 */
export async function audit(ctx: Context, action: AuditedAction): Promise<void> {
  await writeAuditedAction((text, values) => sql(ctx.em, text, values), ctx, action);
}

/** Records an action in the audit trail, with the given function to run SQL statements. */
export async function writeAuditedAction(
  run: RunStatement,
  { principal, requestId, address }: Pick<Context, 'principal' | 'requestId' | 'address'>,
  { action, subjectIds, outcome, code = null, changes = [] }: AuditedAction,
): Promise<void> {
  const { actor, kind, onBehalfOf, credential } = principal;
  await insertAuditEntry(run, {
    id: newId('auditEntry'),
    actor,
    actorKind: kind,
    onBehalfOf,
    credentialKind: credential?.kind ?? null,
    credentialId: credential?.id ?? null,
    credentialIssuedBy: credential?.issuedBy ?? null,
    action,
    outcome,
    code,
    subjectIds: subjectIds.slice(0, MAX_SUBJECTS_PER_ENTRY),
    changes: changes.length > 0 ? JSON.stringify(changes.slice(0, MAX_CHANGES_PER_ENTRY).map(bounded)) : null,
    network: coarseNetwork(address),
    requestId,
  });
}

const bounded = ({ before, after, ...one }: ChangedValue) => ({
  ...one,
  before: auditedValue(before),
  after: auditedValue(after),
});
