import type { EntityManager } from '@mikro-orm/postgresql';
import { approvedAt, stateOfApproval } from '../approvals/index.ts';
import { sql } from '../platform/database/database.ts';

/** A publish request, compared with its approval by the integrity check. */
export interface RequestState {
  id: string;
  approvalId: string;
  /** True if the approval exists. */
  isAskedFor: boolean;
  isUsedUnapproved: boolean;
}

/** Reads the next requests with the state of their approvals, in the order of their ids. */
export function findRequestStates(em: EntityManager, after: string, most: number): Promise<RequestState[]> {
  const state = stateOfApproval('publish_request.approval_id');
  return sql<RequestState>(
    em,
    `select id, approval_id as "approvalId", ${state} is not null as "isAskedFor",
       permit_used_at is not null and ${state} is distinct from 'APPROVED' as "isUsedUnapproved"
     from publish_request where id > $1 order by id limit ${most}`,
    [after],
  );
}

/** Ids of those of these requests whose row doesn't show any more that the permit was fetched. */
export function findPermitsUnused(em: EntityManager, ids: readonly string[]): Promise<{ id: string }[]> {
  return sql(em, 'select id from publish_request where id = any($1) and permit_used_at is null', [[...ids]]);
}

/** Ids of those of these requests that aren't revoked. */
export function findUnrevoked(em: EntityManager, ids: readonly string[]): Promise<{ id: string }[]> {
  const state = stateOfApproval('publish_request.approval_id');
  return sql(em, `select id from publish_request where id = any($1) and ${state} is distinct from 'REVOKED'`, [
    [...ids],
  ]);
}

/** Stores the state of a request that is about to be published. False if it is the state that was published last. */
export async function updatePublishedState(em: EntityManager, id: string, state: string): Promise<boolean> {
  const announced = await sql(
    em,
    'update publish_request set told_state = $2 where id = $1 and told_state is distinct from $2 returning id',
    [id, state],
  );
  return announced.length > 0;
}

/** Publishes events about up to `most` permits that expired without being used. Returns the number of permits. */
export async function publishExpiries(em: EntityManager, most: number): Promise<number> {
  const announced = await sql(
    em,
    `with over as (
       update publish_request set permit_expiry_told_at = now()
       where id in (
         select id from publish_request
         where told_state = 'APPROVED' and permit_used_at is null and permit_expiry_told_at is null
           and ${approvedAt('publish_request.approval_id')} < now() - make_interval(secs => permit_ms / 1000.0)
         order by id limit ${most} for update skip locked
       ) returning id, permit_id, owner
     ), told as (
       insert into outbox_event (type, payload, owner)
         select type, jsonb_build_object('publishRequestId', id, 'permitId', permit_id), owner
         from over cross join unnest(array['permit.expired', 'publish-request.permit-changed']) as type
     )
     select id from over`,
  );
  return announced.length;
}
