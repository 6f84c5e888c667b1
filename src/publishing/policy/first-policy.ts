import { PublishChannel, PublishFindingKind } from '../publish-action.ts';
import type { PublishingPolicyDraft, PublishingRule, RuleTerms } from './policy.ts';

/** Number of recipients from which a message counts as a mailing, which needs two approvals. */
const MAILING = 101;

const usual: RuleTerms = {
  quorum: 1,
  lifetimeMinutes: 24 * 60,
  permitMinutes: 15,
  blocking: [PublishFindingKind.SECRET],
};

const bulkSendRule = (
  name: string,
  channels: readonly PublishChannel[],
  recipientsAtLeast: number,
): PublishingRule => ({
  name,
  when: { channels, recipientsAtLeast, tools: null, targets: null, agents: null, owners: null },
  terms: { ...usual, quorum: 2 },
});

/**
 * Policy until an operator publishes another. It requires one approval, or two for more than one CRM record and for more than
 * 100 recipients. Actions that contain a secret are refused. Two approvals are required even if only one approver exists, so
 * that one person can’t reach thousands of recipients by default.
 */
export const FIRST_POLICY: PublishingPolicyDraft = {
  rules: [
    bulkSendRule('Many records', [PublishChannel.CRM], 2),
    bulkSendRule('Mailings', [PublishChannel.EMAIL, PublishChannel.MESSAGING], MAILING),
  ],
  otherwise: usual,
  recipients: { CRM: null, EMAIL: null, MESSAGING: null },
};
