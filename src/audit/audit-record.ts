import { type ChainedKind, chainKinds } from '../chain/index.ts';
import { readRecords } from './audit-entry.sql.ts';

declare module '../chain/chain.entity.ts' {
  interface ChainKinds {
    AUDIT_ENTRY: true;
  }
}
chainKinds.declare('AUDIT_ENTRY', 3, 'Entry of the audit trail.');

/** Form in which audit entries are hashed in the chain and exported. No member ever changes its meaning. */
export const auditRecords: ChainedKind = {
  kind: 'AUDIT_ENTRY',
  table: 'audit_entry',
  erasable: ['changes', 'network'],
  erasedApart: true,
  read: readRecords,
};
