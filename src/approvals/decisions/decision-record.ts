import { type ChainApi, chainKinds, type KeptRecord } from '../../chain/index.ts';
import { sql } from '../../platform/database/database.ts';

declare module '../../chain/chain.entity.ts' {
  interface ChainKinds {
    DECISION: true;
  }
}
chainKinds.declare('DECISION', 4, 'What one person has decided about a request for approval, as it was sealed.');

/** How a sealed decision is linked and exported. It is hashed as it stands here: no member ever changes its meaning. */
export const decisionRecords: Parameters<ChainApi['register']>[0] = {
  kind: 'DECISION',
  // Nothing in it is a name, an address or content.
  erasable: [],
  read: (em, ids) =>
    sql<KeptRecord>(
      em,
      `select id, json_build_object(
         'id', id, 'approvalId', approval_id, 'statement', statement,
         'signature', translate(encode(signature, 'base64'), E'\\n', ''), 'keyId', key_id, 'log', log, 'logIndex', log_index,
         'sealedAt', to_char(sealed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
       ) as record from decision_seal where id = any($1)`,
      [[...ids]],
    ),
};
