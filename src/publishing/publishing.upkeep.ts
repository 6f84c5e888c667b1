import { approvedAt } from '../approvals/index.ts';
import type { Context } from '../platform/context.ts';
import { sql } from '../platform/database/database.ts';

/** At once: more would hold up those that fetch. */
const BATCH = 500;

/** Tells of permits that nobody has fetched in time. They have expired by then, told or not. Gives how many there were. */
export async function tellOfExpiredPermits({ em, signal }: Context): Promise<number> {
  for (let done = 0; ; ) {
    const told = await sql(
      em,
      `with over as (
         update publish_request set permit_expiry_told_at = now()
         where id in (
           select id from publish_request
           where told_state = 'APPROVED' and permit_used_at is null and permit_expiry_told_at is null
             and ${approvedAt('publish_request.approval_id')} < now() - make_interval(secs => permit_ms / 1000.0)
           order by id limit ${BATCH} for update skip locked
         ) returning id, permit_id, owner
       ), told as (
         insert into outbox_event (type, payload, owner)
           select type, jsonb_build_object('publishRequestId', id, 'permitId', permit_id), owner
           from over cross join unnest(array['permit.expired', 'publish-request.permit-changed']) as type
       )
       select id from over`,
      [],
    );
    done += told.length;
    if (told.length < BATCH || signal.aborted) return done;
  }
}
