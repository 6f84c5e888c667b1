import { type ApprovalsApi, stateOfApproval } from '../approvals/index.ts';
import { sql } from '../platform/database/database.ts';
import type { IntegrityCheck } from '../platform/upkeep/integrity.ts';
import { PublishRequest } from './publish-request.entity.ts';

const BATCH = 200;

interface Row {
  id: string;
  approvalId: string;
  isAskedFor: boolean;
  isUsedUnapproved: boolean;
}

/** No request stands without what is asked of people, and no permit was used that they had not given. */
export const publishingCheck = (approvals: Pick<ApprovalsApi, 'of'>): IntegrityCheck => ({
  name: 'publishing',
  async run({ ctx, count, found, isOver }) {
    const state = stateOfApproval('publish_request.approval_id');
    let done = 0;
    for (let after = ''; ; ) {
      if (isOver()) return false;
      const fresh = ctx.afresh();
      const rows = await sql<Row>(
        fresh.em,
        `select id, approval_id as "approvalId", ${state} is not null as "isAskedFor",
           permit_used_at is not null and ${state} is distinct from 'APPROVED' as "isUsedUnapproved"
         from publish_request where id > $1 order by id limit ${BATCH}`,
        [after],
      );
      for (const { id, approvalId, isAskedFor, isUsedUnapproved } of rows) {
        const named = [`publish_request ${id}`, `approval ${approvalId}`];
        const tell = (kind: string, what: string) => found({ kind, what, rows: named, repair: null });
        if (!isAskedFor) tell('PUBLISH_REQUEST_WITHOUT_APPROVAL', `Nobody is asked about ${id}.`);
        else if (isUsedUnapproved)
          tell('PERMIT_USED_UNAPPROVED', `The permit of ${id} was used, and it is not approved.`);
      }
      const requests = await fresh.em.find(PublishRequest, { id: { $in: rows.map(({ id }) => id) } });
      for (const request of requests) {
        const approval = await approvals.of(fresh, 'PUBLISH_REQUEST', request.id);
        if (!approval || (approval.id === request.approvalId && approval.sha256 === request.sha256)) continue;
        found({
          kind: 'PUBLISH_REQUEST_CHANGED',
          what: `What approval is asked for with ${request.id} is something else.`,
          rows: [`publish_request ${request.id}`, `approval ${approval.id}`],
          repair: null,
        });
      }
      done += rows.length;
      if (rows.length < BATCH) break;
      after = rows.at(-1)!.id;
    }
    count('publish requests', done);
    return true;
  },
});
