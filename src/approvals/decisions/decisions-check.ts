import type { IntegrityCheck } from '../../platform/upkeep/integrity-check.ts';
import { parseDecisionStatement } from '../../proof/approval-decision.ts';
import { MalformedProof } from '../../proof/malformed-proof.ts';
import { readDecisions, readDecisionsAfter } from '../approval-decision.sql.ts';
import { readStatements, readUnsealed } from './decision-seal.sql.ts';

const BATCH = 500;

/** Minimum age in seconds of a decision whose missing seal is reported, because the log or a worker can be down for a while. */
const GRACE_SECONDS = 3_600;

/** Integrity check: every decision has a seal, and its row matches the sealed statement. */
export const decisionsCheck: IntegrityCheck = {
  name: 'decisions',
  async run(run) {
    const { em } = run.ctx.fork();
    for (let after = ''; ; ) {
      if (run.isOver()) return false;
      const decisions = await readDecisionsAfter(em, after, BATCH);
      const ids = decisions.map(({ id }) => id);
      const without = new Set(await readUnsealed(em, ids));
      for (const { id, ageSeconds } of decisions) {
        if (!without.has(id) || ageSeconds < GRACE_SECONDS) continue;
        const what = `${id} was decided more than an hour ago and isn’t in the transparency log. Upkeep seals it once the log accepts entries.`;
        run.found({ kind: 'DECISION_NOT_SEALED', what, rows: [`approval_decision ${id}`], repair: null });
      }
      const statements = await readStatements(em, ids);
      const facts = new Map(statements.map(({ id, statement }) => [id, sealedFacts(statement)]));
      for (const { id, sha256, displayHash, verdict, decidedBy, position } of await readDecisions(em, ids)) {
        const sealed = facts.get(id);
        if (sealed === undefined || sealed === JSON.stringify([id, sha256, displayHash, verdict, decidedBy, position]))
          continue;
        const what = `${id} differs from its seal: its row was changed.`;
        run.found({ kind: 'DECISION_CHANGED', what, rows: [`approval_decision ${id}`], repair: null });
      }
      run.count('decisions', ids.length);
      if (ids.length < BATCH) return true;
      after = ids.at(-1)!;
    }
  },
};

function sealedFacts(statement: string): string | null {
  try {
    const { subject, predicate } = parseDecisionStatement(Buffer.from(statement, 'utf8'));
    const { decisionId, displayHash = null, verdict, approver, position } = predicate;
    return JSON.stringify([decisionId, subject[0].digest.sha256, displayHash, verdict, approver.actor, position]);
  } catch (error) {
    if (error instanceof MalformedProof) return null;
    throw error;
  }
}
