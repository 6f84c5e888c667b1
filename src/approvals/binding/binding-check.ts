import type { IntegrityCheck } from '../../platform/upkeep/integrity-check.ts';
import { Approval, ApprovalDecision } from '../approval.entity.ts';
import { ApprovalState } from '../approval.states.ts';
import type { ApprovalBinding } from './approval-binding.ts';

const BATCH = 200;

/** Integrity check: requests for approval and decisions are as they were signed, and each approved request is approved indeed. */
export const bindingCheck = (binding: ApprovalBinding): IntegrityCheck => ({
  name: 'approval-signatures',
  async run({ ctx, count, found, isOver }) {
    for (let after = ''; ; ) {
      if (isOver()) return false;
      const fresh = ctx.fork();
      const { em } = fresh;
      const approvals = await em.find(Approval, { id: { $gt: after } }, { orderBy: { id: 'asc' }, limit: BATCH });
      const ids = approvals.map(({ id }) => id);
      const all = await em.find(ApprovalDecision, { approval: { $in: ids } }, { orderBy: { id: 'asc' } });
      const decisions = Map.groupBy(all, ({ approval }) => approval.id);
      // Compared concurrently, so that their baseline records are read together.
      const flaws = await Promise.all(
        approvals.map(async (approval) => {
          const made = decisions.get(approval.id) ?? [];
          if (approval.state === ApprovalState.APPROVED) return binding.flawInApproval(fresh, approval, made);
          return (await binding.compare(fresh, approval, made)).flaw;
        }),
      );
      for (const [at, flaw] of flaws.entries()) {
        if (flaw) found({ kind: flaw.kind, what: flaw.what, rows: [`approval ${ids[at]}`], repair: null });
      }
      count('requests', ids.length);
      if (ids.length < BATCH) return true;
      after = ids.at(-1)!;
    }
  },
});
