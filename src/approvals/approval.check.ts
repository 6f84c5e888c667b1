import { sql } from '../platform/database/database.ts';
import type { IntegrityCheck } from '../platform/upkeep/integrity.ts';
import type { HeldContent } from './held-content.ts';

const BATCH = 100;

/** No state stands without what brought it about, and what is held is still what approval was asked for. */
export const approvalsCheck = (content: HeldContent): IntegrityCheck => ({
  name: 'approvals',
  async run({ ctx, count, found, isOver }) {
    const fresh = ctx.afresh();
    const wrong = await sql<{ id: string }>(
      fresh.em,
      `select id from approval
       where (state in ('APPROVED', 'REVOKED')) <> (quorum <= (
           select count(*) from approval_decision
           where approval_id = approval.id and verdict = 'APPROVE' and sha256 = approval.sha256)
           and not exists (select from approval_decision where approval_id = approval.id and verdict = 'REJECT'))
         or (state = 'REJECTED') <> exists (
           select from approval_decision where approval_id = approval.id and verdict = 'REJECT')
         or (state = 'PENDING') <> (decided_at is null)
       order by id limit 100`,
    );
    for (const { id } of wrong) {
      const what = `${id} does not stand as it was decided.`;
      found({ kind: 'APPROVAL_NOT_AS_DECIDED', what, rows: [`approval ${id}`], repair: null });
    }
    let done = 0;
    for (let after = ''; ; ) {
      if (isOver()) return false;
      const rows = await sql<{ id: string }>(
        fresh.em,
        `select id from approval where payload is not null and id > $1 order by id limit ${BATCH}`,
        [after],
      );
      for (const { id } of rows) {
        const isRight = await content.read(fresh, id).then(
          () => true,
          () => false,
        );
        if (isRight) continue;
        const what = `What is held for ${id} is not what approval was asked for.`;
        found({ kind: 'HELD_CONTENT_CHANGED', what, rows: [`approval ${id}`], repair: null });
      }
      done += rows.length;
      if (rows.length < BATCH) break;
      after = rows.at(-1)!.id;
    }
    count('held contents', done);
    return true;
  },
});
