import type { IntegrityCheck } from '../../platform/upkeep/integrity-check.ts';
import { documentDigest } from '../../proof/document-digest.ts';
import { parseBaselineStatement } from '../../proof/evidence-baseline.ts';
import { MalformedProof } from '../../proof/malformed-proof.ts';
import { EvidenceBaseline } from './baseline.entity.ts';
import { digestOf } from './baseline-log.ts';

/** Integrity check: the baseline records are those whose digest is in the transparency log. */
export const baselineCheck: IntegrityCheck = {
  name: 'baseline',
  async run({ ctx, count, found }) {
    const { em } = ctx.fork();
    const statements = await em.find(EvidenceBaseline, {});
    if (statements.length === 0) return true;
    const records = { requests: await digestOf(em, 'REQUEST'), decisions: await digestOf(em, 'DECISION') };
    count('baseline records', records.requests.count + records.decisions.count);
    const stated = statements.map(({ id, statement }) => ({ id, digest: digestIn(statement) }));
    for (const { id, digest } of stated) {
      if (digest === documentDigest(records)) continue;
      const what = 'The records from before approvals were signed differ from those stated in the transparency log.';
      found({ kind: 'BASELINE_CHANGED', what, rows: [`evidence_baseline ${id}`], repair: null });
    }
    return true;
  },
};

/** Digest in a stored statement. Null if it is unreadable. */
function digestIn(statement: string): string | null {
  try {
    return parseBaselineStatement(Buffer.from(statement, 'utf8')).subject[0].digest.sha256;
  } catch (error) {
    if (error instanceof MalformedProof) return null;
    throw error;
  }
}
