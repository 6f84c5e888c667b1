import type { EntityManager } from '@mikro-orm/postgresql';
import { documentDigest } from '../../proof/document-digest.ts';
import { Approval, ApprovalDecision } from '../approval.entity.ts';
import { termsOf } from '../binding/approval-terms.ts';
import { decisionDocument } from '../binding/decision-document.ts';
import type { DecisionKeys } from '../binding/decision-keys.ts';
import type { BaselineKind, BaselineRecord } from './baseline.entity.ts';
import { insertBaselineRecords } from './baseline.sql.ts';

/** Media type of signed baseline records. A signature of one type is never valid for another. */
export const BASELINE_TYPE = 'application/vnd.imprimatur.baseline-record.v1+json';

const BATCH = 500;

/** The signed form of a baseline record. */
export const baselineDocument = ({
  kind,
  id,
  digest,
  state,
}: Pick<BaselineRecord, 'kind' | 'id' | 'digest' | 'state'>) => ({
  kind,
  id,
  digest,
  state,
});

/**
 * Signs all requests for approval and decisions that aren’t signed, in the transaction of `em`. Called once, when the first
 * decision key is registered: what appears without a signature afterwards was inserted by someone else.
 */
export async function recordBaseline(em: EntityManager, keys: Pick<DecisionKeys, 'sign'>): Promise<void> {
  for (let after = ''; ; ) {
    const approvals = await em.find(Approval, { id: { $gt: after } }, { orderBy: { id: 'asc' }, limit: BATCH });
    if (approvals.length === 0) return;
    const ids = approvals.map(({ id }) => id);
    const decisions = await em.find(ApprovalDecision, { approval: { $in: ids } });
    const terms = new Map(approvals.map((one) => [one.id, documentDigest(termsOf(one))]));
    const row = (kind: BaselineKind, id: string, digest: string, state: Approval['state'] | null) => {
      const { signature, keyId } = keys.sign(BASELINE_TYPE, baselineDocument({ kind, id, digest, state }));
      return { kind, id, digest, state, signature: `\\x${signature.toString('hex')}`, key_id: keyId };
    };
    await insertBaselineRecords(em, [
      ...approvals.map(({ id, state }) => row('REQUEST', id, terms.get(id)!, state)),
      ...decisions.map((one) =>
        row('DECISION', one.id, documentDigest(decisionDocument(terms.get(one.approval.id)!, one)), null),
      ),
    ]);
    after = ids.at(-1)!;
    em.clear();
  }
}
