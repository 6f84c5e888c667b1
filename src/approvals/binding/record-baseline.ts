import type { EntityManager } from '@mikro-orm/postgresql';
import { insertRows } from '../../platform/database/insert-rows.sql.ts';
import { documentDigest } from '../../proof/document-digest.ts';
import { Approval, ApprovalDecision } from '../approval.entity.ts';
import { termsOf } from '../approval-terms.ts';
import type { BaselineKind } from '../baseline/baseline.entity.ts';
import { BASELINE_TYPE, baselineDocument } from '../baseline/baseline-document.ts';
import { decisionDocument } from './decision-document.ts';
import type { DecisionKeys } from './decision-keys.ts';

const BATCH = 500;

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
    await insertRows(em, 'baseline_record', [
      ...approvals.map(({ id, state }) => row('REQUEST', id, terms.get(id)!, state)),
      ...decisions.map((one) =>
        row('DECISION', one.id, documentDigest(decisionDocument(terms.get(one.approval.id)!, one)), null),
      ),
    ]);
    after = ids.at(-1)!;
    em.clear();
  }
}
