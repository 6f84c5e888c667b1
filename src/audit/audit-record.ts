import { type ChainApi, chainKinds, type KeptRecord } from '../chain/index.ts';
import { sql } from '../platform/database/database.ts';

declare module '../chain/chain.entity.ts' {
  interface ChainKinds {
    AUDIT_ENTRY: true;
  }
}
chainKinds.declare('AUDIT_ENTRY', 3, 'What somebody did or tried, of the audit trail.');

/** How an entry of the audit trail is linked and exported. It is hashed as it stands here: no member ever changes its meaning. */
export const auditRecords: Parameters<ChainApi['register']>[0] = {
  kind: 'AUDIT_ENTRY',
  erasable: ['changes', 'network'],
  erasedApart: true,
  read: (em, ids) =>
    sql<KeptRecord>(
      em,
      `select id, json_build_object(
         'id', id, 'actor', actor, 'actorKind', actor_kind, 'onBehalfOf', on_behalf_of,
         'credential', case when credential_kind is not null then json_strip_nulls(json_build_object(
           'kind', credential_kind, 'id', credential_id, 'issuedBy', credential_issued_by)) end,
         'action', action, 'outcome', outcome, 'code', code, 'subjectIds', subject_ids, 'changes', changes,
         'network', network, 'requestId', request_id,
         'happenedAt', to_char(happened_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
       ) as record from audit_entry where id = any($1)`,
      [[...ids]],
    ),
};
