import type { EntityManager } from '@mikro-orm/postgresql';
import { publishedBundleOf, signingKeyOf, type TransparencyLog } from '../../log/index.ts';
import type { IntegrityCheck } from '../../platform/upkeep/integrity-check.ts';
import { documentDigest } from '../../proof/document-digest.ts';
import { parseBaselineStatement } from '../../proof/evidence-baseline.ts';
import { MalformedProof } from '../../proof/malformed-proof.ts';
import { EvidenceBaseline } from './baseline.entity.ts';
import { BASELINE_LOG_KEY, recordsIn } from './baseline-log.ts';

/** Integrity check: the baseline records are those whose digest is in the transparency log. */
export const baselineCheck = (log: TransparencyLog): IntegrityCheck => ({
  name: 'baseline',
  async run({ ctx, count, found }) {
    const { em } = ctx.fork();
    const place = await log.find(em, BASELINE_LOG_KEY);
    const statements = await em.find(EvidenceBaseline, {});
    if (place && !statements.some((one) => one.log === place.log && one.logIndex === place.index)) {
      const what = `Entry ${place.index} of the transparency log states a baseline that isn’t stored any more.`;
      found({ kind: 'BASELINE_MISSING', what, rows: ['evidence_baseline'], repair: null });
    }
    if (statements.length === 0) return true;
    const records = await recordsIn(em);
    count('baseline records', records.requests.count + records.decisions.count);
    for (const statement of statements) {
      if ((await loggedDigest(em, log, statement)) === documentDigest(records)) continue;
      const what = 'The records from before approvals were signed differ from those stated in the transparency log.';
      found({ kind: 'BASELINE_CHANGED', what, rows: [`evidence_baseline ${statement.id}`], repair: null });
    }
    return true;
  },
});

/** Digest in a stored statement. Null if it is unreadable, or isn’t the statement in the log. */
async function loggedDigest(em: EntityManager, log: TransparencyLog, stored: EvidenceBaseline): Promise<string | null> {
  const bundle = await publishedBundleOf(em, log, stored);
  // A log that was replaced may never have published the entry.
  if (bundle && !signingKeyOf(bundle)) return null;
  try {
    return parseBaselineStatement(Buffer.from(stored.statement, 'utf8')).subject[0].digest.sha256;
  } catch (error) {
    if (error instanceof MalformedProof) return null;
    throw error;
  }
}
