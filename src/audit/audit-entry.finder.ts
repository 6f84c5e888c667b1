import { AuditEntry as KeptEntry } from '../platform/audit/audit-entry.entity.ts';
import { can } from '../platform/auth/principal.ts';
import type { Context } from '../platform/context.ts';
import { entityFinder } from '../platform/graphql/reads/loaded-nodes.ts';

const findKept = entityFinder(KeptEntry, ({ principal }) => (can(principal, 'audit:read') ? {} : null));

/** For `node`. Null if the caller can’t read the audit trail. */
export async function findAuditEntry(ctx: Context, id: string): Promise<object | null> {
  const kept = await findKept(ctx, id);
  return kept && { ...kept, changes: kept.changes ?? [] };
}
