import type { ApprovalsApi } from '../../approvals/index.ts';
import type { OperatorsApi } from '../../operators/index.ts';
import type { Platform } from '../../platform/platform.ts';
import type { RedactionApi } from '../../redaction/index.ts';
import type { SealLookup } from '../lint/attachments.ts';
import { ActionJudge } from './action-judge.ts';
import { PublishingPolicyBook } from './policy-book.ts';
import { PublishingPolicyFaultsResolver, PublishingPolicyResolver } from './publishing-policy.resolver.ts';
import { PublishingPolicyService } from './publishing-policy.service.ts';

export { PublishingPolicy } from './publishing-policy.entity.ts';
export { publishingPolicyReads } from './publishing-policy.reads.ts';

interface PolicyDependencies {
  approvals: Pick<ApprovalsApi, 'holdChange'>;
  operators: Pick<OperatorsApi, 'approvers' | 'mayBootstrapDecide'>;
  redaction: Pick<RedactionApi, 'namesOf'>;
  seals: SealLookup;
}

/** Creates the parts of the publishing policy: its service, resolvers and the check of actions. */
export function composePublishingPolicy(
  { database, live }: Pick<Platform, 'database' | 'live'>,
  earlier: PolicyDependencies,
) {
  const { approvals, operators, redaction, seals } = earlier;
  const policies = new PublishingPolicyBook(database);
  live.observe('publishing-policy.published', () => policies.forget());
  const service = new PublishingPolicyService(policies, async () => {
    const people = (await operators.approvers()).length;
    // Until an approver exists, the bearer of the admin token counts as one approver.
    return people === 0 && (await operators.mayBootstrapDecide()) ? 1 : people;
  });
  const resolver = new PublishingPolicyResolver(service);
  return {
    policy: new ActionJudge({ policies, redaction, seals }),
    /** Publishes a version of the policy after another person has approved it. */
    changeMaker: policies.heldWith('PUBLISHING_POLICY', 'policy of publishing', approvals.holdChange),
    resolvers: [resolver, new PublishingPolicyFaultsResolver(service)],
    find: resolver.find.bind(resolver),
    /** Creates the first policy at the start of the service if none exists. */
    atStart: async () => void (await policies.current()),
  };
}
