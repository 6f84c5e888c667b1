import { Approval, ApprovalDecision } from '../../src/approvals/approval.entity.ts';
import { ApprovalBinding } from '../../src/approvals/binding/approval-binding.ts';
import { DECISION_KEY, DecisionKeys } from '../../src/approvals/binding/decision-keys.ts';
import { LocalSigner } from '../../src/log/index.ts';
import { databaseTime } from '../../src/platform/database/database-time.sql.ts';
import { type Api, DECISION_PRIVATE_KEY } from './api.ts';

type SigningApi = Pick<Api, 'services' | 'database'>;

/** Moves the deadline of a request, as if it had been filed at another time: with the service's key, since it signs deadlines. */
export async function moveDeadline(api: SigningApi, approvalId: string, millisecondsFromNow: number): Promise<void> {
  const em = api.services.platform.database.orm.em.fork();
  const approval = await em.findOneOrFail(Approval, approvalId);
  approval.expiresAt = new Date((await databaseTime(em)).getTime() + millisecondsFromNow);
  const { signature, keyId } = bindingOf(api).signTerms(approval);
  await api.database.query(
    'update approval set expires_at = $2, terms_signature = $3, terms_key_id = $4 where id = $1',
    [approvalId, approval.expiresAt, signature, keyId],
  );
}

/** Signs a decision that a test has inserted, as the service does when a person decides. */
export async function signDecision(api: SigningApi, decisionId: string): Promise<void> {
  const em = api.services.platform.database.orm.em.fork();
  const decision = await em.findOneOrFail(ApprovalDecision, decisionId);
  const { signature, keyId } = bindingOf(api).signDecision(await decision.approval.loadOrFail(), decision);
  await api.database.query('alter table approval_decision disable trigger user');
  await api.database.query('update approval_decision set signature = $2, key_id = $3 where id = $1', [
    decisionId,
    signature,
    keyId,
  ]);
  await api.database.query('alter table approval_decision enable trigger user');
}

/** Signs a request that a test has inserted, and the decisions on it, as the service does when it is filed and decided. */
export async function signApproval(api: SigningApi, approvalId: string): Promise<void> {
  const em = api.services.platform.database.orm.em.fork();
  const { signature, keyId } = bindingOf(api).signTerms(await em.findOneOrFail(Approval, approvalId));
  await api.database.query('update approval set terms_signature = $2, terms_key_id = $3 where id = $1', [
    approvalId,
    signature,
    keyId,
  ]);
  const decisions = await em.find(ApprovalDecision, { approval: approvalId });
  for (const { id } of decisions) await signDecision(api, id);
}

/** Signs with the decision key of services in tests. */
export function bindingOf({ services }: Pick<Api, 'services'>): ApprovalBinding {
  const signer = new LocalSigner(DECISION_PRIVATE_KEY, DECISION_KEY);
  return new ApprovalBinding(new DecisionKeys(services.platform.database, signer));
}
