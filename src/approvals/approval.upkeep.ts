import type { Context } from '../platform/context.ts';
import { sql } from '../platform/database/database.ts';
import type { ApprovalSubject } from './approval.entity.ts';

/** At once: more would hold up those that decide. */
const BATCH = 500;

/** Writes down what nobody has decided in time, and tells of it. Gives how many there were. */
export const expireApprovals = (ctx: Context): Promise<number> =>
  inBatches(
    ctx,
    `with over as (
       update approval set state = 'EXPIRED', decided_at = expires_at, version = version + 1
       where id in (
         select id from approval where state = 'PENDING' and expires_at <= now()
         order by id limit ${BATCH} for update skip locked
       ) returning id, subject_kind, subject_id, asked_by
     )
     insert into outbox_event (type, payload, owner)
       select 'approval.decided', jsonb_build_object(
         'approvalId', id, 'subject', subject_kind, 'subjectId', subject_id, 'state', 'EXPIRED'), asked_by
       from over returning id`,
    [],
  );

/** Lets go of what was held, so many days after it was decided. Its digest stays. Gives how many there were. */
export const forgetHeldContent = (ctx: Context, days: number): Promise<number> =>
  inBatches(
    ctx,
    `update approval set payload = null where id in (
       select id from approval where payload is not null and decided_at < now() - make_interval(days => $1)
       limit ${BATCH} for update skip locked
     ) returning id`,
    [days],
  );

/**
 * Lets go of what is held of these things at once. What nobody has decided yet is not asked for any more, since there is nothing
 * left to be approved.
 */
export async function forgetHeld({ em }: Context, kind: ApprovalSubject, subjectIds: readonly string[]): Promise<void> {
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
  await sql(em, 'update approval set payload = null where subject_kind = $1 and subject_id = any($2)', [
    kind,
    [...subjectIds],
  ]);
}

async function inBatches({ em, signal }: Context, text: string, values: unknown[]): Promise<number> {
  for (let done = 0; ; ) {
    const { length } = await sql(em, text, values);
    done += length;
    if (length < BATCH || signal.aborted) return done;
  }
}
