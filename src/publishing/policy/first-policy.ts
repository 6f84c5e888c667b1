import { PublishChannel, PublishFindingKind } from '../publish-action.ts';
import type { PublishingPolicyDraft, PublishingRule, RuleTerms } from './policy.ts';

/** From this number of recipients on, a message is a mailing and needs two approvals. */
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
 * Policy until another is published: one approval, two for actions that reach many, and none for actions with a secret, which are
 * refused.
 * It requires two approvers even if only one exists, so that one person can’t reach thousands by default.
 */
export const FIRST_POLICY: PublishingPolicyDraft = {
  rules: [
    bulkSendRule('Many records', [PublishChannel.CRM], 2),
    bulkSendRule('Mailings', [PublishChannel.EMAIL, PublishChannel.MESSAGING], MAILING),
  ],
  otherwise: usual,
  recipients: { CRM: null, EMAIL: null, MESSAGING: null },
};
