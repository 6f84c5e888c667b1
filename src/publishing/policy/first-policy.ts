import { PublishChannel, PublishFindingKind } from '../publish-action.ts';
import type { PublishingPolicyDraft, PublishingRule, RuleTerms } from './policy.ts';

/** From so many on a message is a mailing, which two people look at. */
const MAILING = 101;

const usual: RuleTerms = {
  quorum: 1,
  lifetimeMinutes: 24 * 60,
  permitMinutes: 15,
  blocking: [PublishFindingKind.SECRET],
};

const mailings = (name: string, channels: readonly PublishChannel[], recipientsAtLeast: number): PublishingRule => ({
  name,
  when: { channels, recipientsAtLeast, tools: null, targets: null, agents: null, owners: null },
  terms: { ...usual, quorum: 2 },
});

/**
 * What holds until somebody publishes another: one person, and two for what reaches many; what has a secret in it is refused.
 * It asks for two where a service may have one only, so that nobody finds out afterwards that one person could reach thousands.
 */
export const FIRST_POLICY: PublishingPolicyDraft = {
  rules: [
    mailings('Many records', [PublishChannel.CRM], 2),
    mailings('Mailings', [PublishChannel.EMAIL, PublishChannel.MESSAGING], MAILING),
  ],
  otherwise: usual,
  recipients: { CRM: null, EMAIL: null, MESSAGING: null },
};
