import type { Context } from '../context.ts';
import { sql } from '../database/database.ts';
import { newId } from '../ids.ts';
import type { RunStatement } from './action-recorder.ts';
import { insertAuditEntry } from './audit-entry.sql.ts';
import type { AuditedAction, ChangedValue } from './audited-action.ts';
import { auditedValue } from './audited-values.ts';
import { coarseNetwork } from './coarse-network.ts';

export { type AuditedAction, AuditOutcome } from './audited-action.ts';

/** What one deed may name. A bulk deed of thousands is in the log that its service keeps. */
const MAX_SUBJECTS_PER_ENTRY = 100;
/** And change. The first of them say what it was. */
export const MAX_CHANGES_PER_ENTRY = 100;

/**
 * Writes into the audit trail what the principal of the context has done or tried: in its transaction, where there is one, so
 * that neither is kept without the other. Mutations are written down by themselves; this is for what is none.
 */
export async function audit(ctx: Context, deed: AuditedAction): Promise<void> {
  await writeAuditedAction((text, values) => sql(ctx.em, text, values), ctx, deed);
}

/** The same, by a way of one's own to the database. */
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
