import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../platform/database/database.ts';
import type { ApprovalSubject } from './approval.entity.ts';

/** Subject of an approval, with the customer and the digest of the content. */
export interface ApprovalSubjectRef {
  customerId: string | null;
  subjectKind: ApprovalSubject;
  subjectId: string;
  sha256: string;
}

/** Finds the subject of an approval. Null if the approval doesn’t exist. */
export async function findSubject(em: EntityManager, id: string): Promise<ApprovalSubjectRef | null> {
  const [row] = await sql<ApprovalSubjectRef>(
    em,
    `select customer_id as "customerId", subject_kind as "subjectKind", subject_id as "subjectId", sha256
     from approval where id = $1`,
    [id],
  );
  return row ?? null;
}

/** Returns those of these ids that no approval has. */
export async function readUnknownIds(em: EntityManager, ids: readonly string[]): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    em,
    'select id from unnest($1::text[]) as wanted (id) where not exists (select from approval where approval.id = wanted.id)',
    [[...ids]],
  );
  return rows.map(({ id }) => id);
}

/** Counts the requests that wait for a decision. */
export async function countPending(em: EntityManager): Promise<number> {
  const [row] = await sql<{ count: number }>(
    em,
    `select count(*)::int as count from approval where state = 'PENDING' and expires_at > now()`,
  );
  return row?.count ?? 0;
}

/** Number of requests of one kind and channel that expire within a day, or of those that expire later. */
export interface InboxGroup {
  subjectKind: ApprovalSubject;
  channel: string | null;
  /** True if the requests of this group expire within a day. */
  isDue: boolean;
  count: number;
}

/**
 * Counts requests that meet the conditions by kind, channel and whether they expire within a day. Only the `most` requests with
 * the earliest deadlines are counted.
 */
export function countByKindAndChannel(
  em: EntityManager,
  { conditions, values }: { conditions: readonly string[]; values: readonly unknown[] },
  most: number,
): Promise<InboxGroup[]> {
  return sql<InboxGroup>(
    em,
    `select subject_kind as "subjectKind", left(facts->>'channel', 100) as channel,
       expires_at <= now() + interval '1 day' as "isDue", count(*)::int as count
     from (
       select * from approval where ${conditions.join(' and ')} order by expires_at, id limit $${values.length + 1}
     ) waiting
     group by 1, 2, 3`,
    [...values, most],
  );
}

/** Content held for approval, with the digests that its bytes must have. */
export interface HeldContentRow {
  id: string;
  /** Encrypted bytes of the content. Null if they were deleted. */
  payload: Buffer | null;
  sha256: string;
  /** Digests of the content in the recorded approvals. */
  seen: string[];
}

/** Reads held content by the ids of the approvals. Unknown ids are left out. */
export async function readHeld(em: EntityManager, ids: readonly string[]): Promise<Map<string, HeldContentRow>> {
  const rows = await sql<HeldContentRow>(
    em,
    `select id, payload, sha256,
       array(select sha256 from approval_decision where approval_id = approval.id and verdict = 'APPROVE') as seen
     from approval where id = any($1)`,
    [[...ids]],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Reads at most `most` ids of approvals that have held content, in order, starting after the id `after`. */
export async function readIdsWithHeld(em: EntityManager, after: string, most: number): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    em,
    'select id from approval where payload is not null and id > $1 order by id limit $2',
    [after, most],
  );
  return rows.map(({ id }) => id);
}

/** Decisions on the request of the outer query that count: all, or only the signed ones if it was pending before these were signed. */
const COUNTED_DECISIONS = `select verdict, sha256 from approval_decision decision
  where decision.approval_id = approval.id and (decision.signature is not null or not exists (
    select from baseline_record where kind = 'REQUEST' and id = approval.id and state = 'PENDING'))`;

/** Reads at most 100 ids of approvals whose state contradicts their decisions. */
export async function readIdsWithWrongState(em: EntityManager): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    em,
    `select id from approval
     where (state in ('APPROVED', 'REVOKED')) <> (quorum <= (
         select count(*) from (${COUNTED_DECISIONS}) counted where verdict = 'APPROVE' and sha256 = approval.sha256)
         and not exists (select from (${COUNTED_DECISIONS}) counted where verdict = 'REJECT'))
       or (state = 'REJECTED') <> exists (select from (${COUNTED_DECISIONS}) counted where verdict = 'REJECT')
       or (state = 'PENDING') <> (decided_at is null)
     order by id limit 100`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Sets at most `most` pending requests whose deadline has passed to EXPIRED, publishes `approval.decided` for each, and returns
 * the number of these requests.
 */
export async function expireOverdue(em: EntityManager, most: number): Promise<number> {
  const events = await sql(
    em,
    `with over as (
       update approval set state = 'EXPIRED', decided_at = expires_at, version = version + 1
       where id in (
         select id from approval where state = 'PENDING' and expires_at <= now()
         order by id limit $1 for update skip locked
       ) returning id, subject_kind, subject_id, asked_by
     )
     insert into outbox_event (type, payload, owner)
       select 'approval.decided', jsonb_build_object(
         'approvalId', id, 'subject', subject_kind, 'subjectId', subject_id, 'state', 'EXPIRED'), asked_by
       from over returning id`,
    [most],
  );
  return events.length;
}

/**
 * Deletes the held content of at most `most` requests that ended more than `days` days ago. Returns the number of these
 * requests.
 */
export async function deleteHeldAfter(em: EntityManager, days: number, most: number): Promise<number> {
  const rows = await sql(
    em,
    `update approval set payload = null where id in (
       select id from approval where payload is not null and decided_at < now() - make_interval(days => $1)
       limit $2 for update skip locked
     ) returning id`,
    [days, most],
  );
  return rows.length;
}

/** Sets the pending requests about these subjects to CANCELED, deletes their content, and publishes `approval.decided` for each. */
export async function cancelPendingOf(
  em: EntityManager,
  kind: ApprovalSubject,
  subjectIds: readonly string[],
): Promise<void> {
  await sql(
    em,
    `with ended as (
       update approval set state = 'CANCELED', decided_at = clock_timestamp(), version = version + 1, payload = null
       where subject_kind = $1 and subject_id = any($2) and state = 'PENDING'
       returning id, subject_kind, subject_id, asked_by
     )
     insert into outbox_event (type, payload, owner)
       select 'approval.decided', jsonb_build_object(
         'approvalId', id, 'subject', subject_kind, 'subjectId', subject_id, 'state', 'CANCELED'), asked_by
       from ended`,
    [kind, [...subjectIds]],
  );
}

/** Deletes the held content of all requests about these subjects. */
export async function deleteHeldOf(
  em: EntityManager,
  kind: ApprovalSubject,
  subjectIds: readonly string[],
): Promise<void> {
  await sql(em, 'update approval set payload = null where subject_kind = $1 and subject_id = any($2)', [
    kind,
    [...subjectIds],
  ]);
}
