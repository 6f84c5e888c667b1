import { AuditEntry } from '../platform/audit/audit-entry.entity.ts';
import { can } from '../platform/auth/principal.ts';
import type { Context } from '../platform/context.ts';
import { entityFinder } from '../platform/graphql/reads/loaded-nodes.ts';

const findEntry = entityFinder(AuditEntry, ({ principal }) => (can(principal, 'audit:read') ? {} : null));

/** Finds an audit entry for the query `node`. Null if the entry doesn’t exist or the caller can’t read the audit trail. */
export async function findAuditEntry(ctx: Context, id: string): Promise<object | null> {
  const entry = await findEntry(ctx, id);
  return entry && { ...entry, changes: entry.changes ?? [] };
}
