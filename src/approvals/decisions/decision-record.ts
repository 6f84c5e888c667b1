import { type ChainedKind, chainKinds } from '../../chain/index.ts';
import { readRecords } from './decision-seal.sql.ts';

declare module '../../chain/chain.entity.ts' {
  interface ChainKinds {
    DECISION: true;
  }
}
chainKinds.declare('DECISION', 4, 'What one person has decided about a request for approval, as it was sealed.');

/** How a sealed decision is linked and exported. It is hashed as it stands here: no member ever changes its meaning. */
export const decisionRecords: ChainedKind = {
  kind: 'DECISION',
  // Nothing in it is a name, an address or content.
  erasable: [],
  read: readRecords,
};
