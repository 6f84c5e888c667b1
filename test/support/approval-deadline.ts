import { ApprovalBinding } from '../../src/approvals/binding/approval-binding.ts';
import { DECISION_KEY, DecisionKeys } from '../../src/approvals/binding/decision-keys.ts';
import { Approval } from '../../src/approvals/index.ts';
import { LocalSigner } from '../../src/log/index.ts';
import { databaseTime } from '../../src/platform/database/database-time.sql.ts';
import type { Api } from './api.ts';

/** Moves the deadline of a request, as if it had been filed at another time: with the service's key, since it signs deadlines. */
export async function moveDeadline(
  { services: { platform }, dataDir }: Pick<Api, 'services' | 'dataDir'>,
  approvalId: string,
  millisecondsFromNow: number,
): Promise<void> {
  const { database } = platform;
  const binding = new ApprovalBinding(new DecisionKeys(database, LocalSigner.open(dataDir, null, DECISION_KEY)));
  await database.transactional(async (em) => {
    const approval = await em.findOneOrFail(Approval, approvalId);
    approval.expiresAt = new Date((await databaseTime(em)).getTime() + millisecondsFromNow);
    const { signature, keyId } = binding.signTerms(approval);
    Object.assign(approval, { termsSignature: signature, termsKeyId: keyId });
  });
}
