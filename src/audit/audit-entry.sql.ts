import type { EntityManager } from '@mikro-orm/postgresql';
import type { StoredRecord } from '../chain/index.ts';
import { sql } from '../platform/database/database.ts';
import { isoTime } from '../platform/database/database-time.sql.ts';

/** Members of an audit entry that can contain personal data. */
export type ErasableMember = 'network' | 'changes';

const IS_LINKED = `not exists (select from chain_pending where kind = 'AUDIT_ENTRY' and subject_id = audit_entry.id)`;

/** Reads audit entries in the form in which they are hashed and exported. */
export function readRecords(em: EntityManager, ids: readonly string[]): Promise<StoredRecord[]> {
  return sql<StoredRecord>(
    em,
    `select id, json_build_object(
       'id', id, 'actor', actor, 'actorKind', actor_kind, 'onBehalfOf', on_behalf_of,
       'credential', case when credential_kind is not null then json_strip_nulls(json_build_object(
         'kind', credential_kind, 'id', credential_id, 'issuedBy', credential_issued_by)) end,
       'action', action, 'outcome', outcome, 'code', code, 'subjectIds', subject_ids, 'changes', changes,
       'network', network, 'requestId', request_id,
       'happenedAt', ${isoTime('happened_at')}
     ) as record from audit_entry where id = any($1)`,
    [[...ids]],
  );
}

/** Checks for each of these audit entries whether it meets the conditions of a filter. Unknown ids are left out. */
export async function readMatches(
  em: EntityManager,
  { conditions, values }: { conditions: readonly string[]; values: readonly unknown[] },
  ids: readonly string[],
): Promise<Map<string, boolean>> {
  const matches = conditions.length > 0 ? conditions.join(' and ') : 'true';
  const rows = await sql<{ id: string; isAsked: boolean }>(
    em,
    `select id, ${matches} as "isAsked" from audit_entry where id = any($${values.length + 1})`,
    [...values, ids],
  );
  return new Map(rows.map(({ id, isAsked }) => [id, isAsked]));
}

/**
 * Locks audit entries that are in the chain, have ids from `fromId` to before `untilId`, and still have this member. Reads the
 * ids of at most `most` of them.
 */
export async function lockEntriesWith(
  em: EntityManager,
  member: ErasableMember,
  { fromId, untilId, most }: { fromId: string; untilId: string; most: number },
): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    em,
    `select id from audit_entry where id >= $1 and id < $2 and ${member} is not null
       and ${IS_LINKED}
     order by id limit $3 for update`,
    [fromId, untilId, most],
  );
  return rows.map(({ id }) => id);
}

/** Erases a member of audit entries. */
export async function eraseMemberOf(em: EntityManager, member: ErasableMember, ids: readonly string[]): Promise<void> {
  await sql(em, `update audit_entry set ${member} = null where id = any($1)`, [ids]);
}

/** Erases all members of audit entries that can contain personal data. */
export async function eraseAllMembersOf(em: EntityManager, ids: readonly string[]): Promise<void> {
  await sql(em, 'update audit_entry set changes = null, network = null where id = any($1)', [ids]);
}

/**
 * Deletes audit entries with ids before `untilId` that are in the chain and at least a year old, oldest first, at most `most`.
 * Returns their ids.
 */
export async function deleteEntriesBefore(em: EntityManager, untilId: string, most: number): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    em,
    `delete from audit_entry where id in (
       select id from audit_entry where id < $1 and happened_at < now() - interval '1 year'
         and ${IS_LINKED}
       order by id limit $2
     ) returning id`,
    [untilId, most],
  );
  return rows.map(({ id }) => id);
}
