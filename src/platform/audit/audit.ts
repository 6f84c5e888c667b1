import type { Context } from '../context.ts';
import { sql } from '../database/database.ts';
import { newId } from '../ids.ts';
import { insertAuditEntry } from './audit-entry.sql.ts';
import { coarseNetwork } from './coarse-network.ts';
import type { ChangedValue, Deed } from './deed.ts';
import type { Run } from './deed-in-scope.ts';
import { told } from './told-values.ts';

export { type Deed, DeedOutcome } from './deed.ts';

/** What one deed may name. A bulk deed of thousands is in the log that its service keeps. */
const MAX_SUBJECTS = 100;
/** And change. The first of them say what it was. */
export const MAX_CHANGES = 100;

/**
 * Writes into the audit trail what the principal of the context has done or tried: in its transaction, where there is one, so
 * that neither is kept without the other. Mutations are written down by themselves; this is for what is none.
 */
export async function audit(ctx: Context, deed: Deed): Promise<void> {
  await writeDeed((text, values) => sql(ctx.em, text, values), ctx, deed);
}

/** The same, by a way of one's own to the database. */
export async function writeDeed(
  run: Run,
  { principal, requestId, address }: Pick<Context, 'principal' | 'requestId' | 'address'>,
  { action, subjectIds, outcome, code = null, changes = [] }: Deed,
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
    subjectIds: subjectIds.slice(0, MAX_SUBJECTS),
    changes: changes.length > 0 ? JSON.stringify(changes.slice(0, MAX_CHANGES).map(bounded)) : null,
    network: coarseNetwork(address),
    requestId,
  });
}

const bounded = ({ before, after, ...one }: ChangedValue) => ({ ...one, before: told(before), after: told(after) });
