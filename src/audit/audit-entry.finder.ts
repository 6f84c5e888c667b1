import { AuditEntry as KeptEntry } from '../platform/audit/audit-entry.entity.ts';
import { can } from '../platform/auth/principal.ts';
import type { Context } from '../platform/context.ts';

/** For `node`: null for who may not read the trail. */
export async function findAuditEntry({ em, principal }: Context, id: string): Promise<object | null> {
  const kept = can(principal, 'audit:read') ? await em.findOne(KeptEntry, id) : null;
  return kept && { ...kept, changes: kept.changes ?? [] };
}
