import { type ChainedKind, chainKinds } from '../../chain/index.ts';
import { readRecords } from './decision-seal.sql.ts';

declare module '../../chain/chain.entity.ts' {
  interface ChainKinds {
    DECISION: true;
  }
}
chainKinds.declare('DECISION', 4, 'Sealed decision of one person on a request for approval.');

/** How a sealed decision is linked and exported. This form is hashed, so no member ever changes its meaning. */
export const decisionRecords: ChainedKind = {
  kind: 'DECISION',
  // Contains no name, address or content.
  erasable: [],
  read: readRecords,
};
