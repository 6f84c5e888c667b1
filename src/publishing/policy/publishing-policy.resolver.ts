import { GraphQLJSONObject } from 'graphql-scalars';
import { Arg, Query, Resolver } from 'type-graphql';
import { AccessFor } from '../../platform/auth/access.ts';
import { boundedIssues, MAX_ISSUES } from '../../platform/errors/errors.ts';
import { AtMost } from '../../platform/graphql/schema/list-size.ts';
import { InputIssue } from '../../platform/graphql/schema/problem.ts';
import { versionResolver } from '../../platform/versioned-documents/version-resolver.ts';
import { PublishingPolicy } from './publishing-policy.entity.ts';
import { PublishingPolicyConflict, PublishingPolicyInvalid } from './publishing-policy.problems.ts';
import { publishingPolicyPages } from './publishing-policy.reads.ts';
import type { PublishingPolicyService } from './publishing-policy.service.ts';

export const PublishingPolicyResolver = versionResolver({
  name: 'PublishingPolicy',
  noun: 'publishing policy',
  entity: PublishingPolicy,
  field: 'publishingPolicy',
  list: 'publishingPolicies',
  pages: publishingPolicyPages,
  read: 'publishing:read',
  publish: 'publishing:manage',
  check: 'It can’t require more approvers than exist. Requests filed under an earlier version keep that version.',
  problems: [PublishingPolicyInvalid, PublishingPolicyConflict],
});

@Resolver()
export class PublishingPolicyFaultsResolver {
  readonly #policies: PublishingPolicyService;

  constructor(policies: PublishingPolicyService) {
    this.#policies = policies;
  }

  @AccessFor('publishing:read')
  @AtMost(MAX_ISSUES)
  @Query(() => [InputIssue], {
    description:
      'Reasons why the publishing policy in `document` can’t be published now. Without `document`: rules of the current policy that need more approvers than exist. Empty if there are none. Publishes nothing.',
  })
  async publishingPolicyFaults(
    @Arg('document', () => GraphQLJSONObject, {
      nullable: true,
      description: 'Publishing policy to check. Default: the current one.',
    })
    document: Record<string, unknown> | null | undefined,
  ): Promise<InputIssue[]> {
    const faults = document ? await this.#policies.check(document) : await this.#policies.faults();
    return boundedIssues(faults).map(({ pointer, detail }) => new InputIssue(pointer, detail));
  }
}
