import { type ChainedKind, chainKinds } from '../../chain/index.ts';
import { readRecords } from './decision-seal.sql.ts';

declare module '../../chain/chain.entity.ts' {
  interface ChainKinds {
    DECISION: true;
  }
}
chainKinds.declare('DECISION', 4, 'Sealed decision of one person on a request for approval.');

/** Format in which sealed decisions are hashed into the chain and exported. The meaning of a member must never change. */
export const decisionRecords: ChainedKind = {
  kind: 'DECISION',
  table: 'decision_seal',
  // Empty, because these records contain no name, address or content.
  erasable: [],
  read: readRecords,
};
