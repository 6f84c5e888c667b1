import type { IntegrityCheck } from '../platform/upkeep/integrity-check.ts';
import { readIdsWithHeld, readIdsWithWrongState } from './approval.sql.ts';
import type { HeldContent } from './held-content.ts';

const BATCH = 100;

/** Integrity check: the state of each approval follows from its decisions, and held content matches its digest. */
export const approvalsCheck = (content: HeldContent): IntegrityCheck => ({
  name: 'approvals',
  async run({ ctx, count, found, isOver }) {
    const fresh = ctx.fork();
    for (const id of await readIdsWithWrongState(fresh.em)) {
      const what = `The state of ${id} doesn’t match its decisions.`;
      found({ kind: 'APPROVAL_NOT_AS_DECIDED', what, rows: [`approval ${id}`], repair: null });
    }
    let done = 0;
    for (let after = ''; ; ) {
      if (isOver()) return false;
      const ids = await readIdsWithHeld(fresh.em, after, BATCH);
      for (const id of ids) {
        const isRight = await content.read(fresh, id).then(
          () => true,
          () => false,
        );
        if (isRight) continue;
        const what = `The content held for ${id} has changed since the request.`;
        found({ kind: 'HELD_CONTENT_CHANGED', what, rows: [`approval ${id}`], repair: null });
      }
      done += ids.length;
      if (ids.length < BATCH) break;
      after = ids.at(-1)!;
    }
    count('held contents', done);
    return true;
  },
});
