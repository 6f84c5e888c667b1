import type { ApprovalsApi } from '../approvals/index.ts';
import type { IntegrityCheck } from '../platform/upkeep/integrity.ts';
import { PublishRequest } from './publish-request.entity.ts';
import { findRequestStates } from './publish-request.sql.ts';

const BATCH = 200;

/** No request stands without what is asked of people, and no permit was used that they had not given. */
export const publishingCheck = (approvals: Pick<ApprovalsApi, 'of'>): IntegrityCheck => ({
  name: 'publishing',
  async run({ ctx, count, found, isOver }) {
    let done = 0;
    for (let after = ''; ; ) {
      if (isOver()) return false;
      const fresh = ctx.afresh();
      const rows = await findRequestStates(fresh.em, after, BATCH);
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
