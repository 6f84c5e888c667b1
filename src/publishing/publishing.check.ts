import type { ApprovalsApi } from '../approvals/index.ts';
import type { IntegrityCheck } from '../platform/upkeep/integrity-check.ts';
import { PublishRequest } from './publish-request.entity.ts';
import { findRequestStates } from './publish-request.sql.ts';

const BATCH = 200;

/** Integrity check: every publish request has an approval for the same bytes, and no permit was used without approval. */
export const publishingCheck = (approvals: Pick<ApprovalsApi, 'of'>): IntegrityCheck => ({
  name: 'publishing',
  async run({ ctx, count, found, isOver }) {
    let done = 0;
    for (let after = ''; ; ) {
      if (isOver()) return false;
      const fresh = ctx.fork();
      const rows = await findRequestStates(fresh.em, after, BATCH);
      for (const { id, approvalId, isAskedFor, isUsedUnapproved } of rows) {
        const named = [`publish_request ${id}`, `approval ${approvalId}`];
        const report = (kind: string, what: string) => found({ kind, what, rows: named, repair: null });
        if (!isAskedFor) report('PUBLISH_REQUEST_WITHOUT_APPROVAL', `${id} has no approval.`);
        else if (isUsedUnapproved) report('PERMIT_USED_UNAPPROVED', `The permit of ${id} was used without approval.`);
      }
      const requests = await fresh.em.find(PublishRequest, { id: { $in: rows.map(({ id }) => id) } });
      for (const request of requests) {
        const approval = await approvals.of(fresh, 'PUBLISH_REQUEST', request.id);
        if (!approval || (approval.id === request.approvalId && approval.sha256 === request.sha256)) continue;
        found({
          kind: 'PUBLISH_REQUEST_CHANGED',
          what: `The approval of ${request.id} is for other content.`,
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
