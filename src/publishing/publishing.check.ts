import type { ApprovalsApi } from '../approvals/index.ts';
import { readSuccessful } from '../platform/audit/audit-entry.sql.ts';
import type { IntegrityCheck } from '../platform/upkeep/integrity-check.ts';
import { PublishRequest } from './publish-request.entity.ts';
import { findPermitsUnused, findRequestStates, findUnrevoked } from './publish-request.sql.ts';

const BATCH = 200;

/** Acts that are final. The audit trail, which is in the chain of records, shows those that were undone in the database. */
const FINAL_ACTS = [
  {
    action: 'fetchPermit',
    kind: 'PERMIT_USE_UNDONE',
    findUndone: findPermitsUnused,
    what: (id: string, entry: string) =>
      `The permit of ${id} was fetched according to ${entry}, but is stored as unused.`,
  },
  {
    action: 'revokePublishRequest',
    kind: 'REVOCATION_UNDONE',
    findUndone: findUnrevoked,
    what: (id: string, entry: string) => `${id} was revoked according to ${entry}, but isn’t stored as revoked.`,
  },
] as const;

/**
 * Integrity check: every publish request has an approval for the same bytes, no permit was used without approval, and neither the
 * use of a permit nor a revocation was undone.
 */
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
    for (const act of FINAL_ACTS) {
      for (let after = ''; ; ) {
        if (isOver()) return false;
        const { em } = ctx.fork();
        const entries = await readSuccessful(em, act.action, after, BATCH);
        const entryOf = new Map(entries.flatMap(({ id, subjectIds }) => subjectIds.map((subject) => [subject, id])));
        for (const { id } of await act.findUndone(em, [...entryOf.keys()])) {
          const entry = entryOf.get(id)!;
          const rows = [`publish_request ${id}`, `audit_entry ${entry}`];
          found({ kind: act.kind, what: act.what(id, entry), rows, repair: null });
        }
        if (entries.length < BATCH) break;
        after = entries.at(-1)!.id;
      }
    }
    return true;
  },
});
